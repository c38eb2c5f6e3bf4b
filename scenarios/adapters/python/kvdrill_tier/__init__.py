"""Puts a tier written in Python under kvdrill's simulator. Needs Python 3.9 and nothing else.

host      the line protocol of docs/tier-protocol.md: calls in, questions out
frames    the same protocol as msgpack frames
clock     virtual time in place of the time module's
doubles   control and data transports that kvdrill answers for
vllm      vLLM's P2P secondary tier, from a checkout of the user's own
"""
