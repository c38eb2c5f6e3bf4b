#!/bin/sh
# Builds one C file into a shared library: build.sh JAVA_HOME SOURCE LIBRARY. Without gcc or the JDK's headers it says so
# and succeeds; what does not compile fails.
java_home=$1
source=$2
library=$3
cc=${CC:-gcc}

if ! command -v "$cc" >/dev/null 2>&1; then
    echo "NIXL: no $cc, so $(basename "$library") is not built, and the transport nixl is not available"
    exit 0
fi
if [ ! -f "$java_home/include/jni.h" ]; then
    echo "NIXL: no $java_home/include/jni.h, so $(basename "$library") is not built, and the transport nixl is not available"
    exit 0
fi
mkdir -p "$(dirname "$library")"
exec "$cc" -std=c11 -Wall -Wextra -Werror -O2 -fPIC -shared \
    -I"$java_home/include" -I"$java_home/include/linux" \
    -ffile-prefix-map="$PWD"=. -Wl,--build-id=none \
    ${KVDRILL_CFLAGS:-} -o "$library" "$source" -ldl -lpthread
