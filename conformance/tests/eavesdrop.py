"""A program between judge and host that forwards every message and writes it to a file.

    python eavesdrop.py FILE HOST...

HOST is the command that starts the host. Each line of FILE is
{"request": ..., "answer": ...}.
"""

import json
import struct
import subprocess
import sys
from pathlib import Path


def message(stream):
    """Return the bytes of one message after its length, or no bytes at the end of the stream."""
    head = stream.read(4)
    return stream.read(struct.unpack("<I", head)[0]) if head else b""


def main(file, *command):
    # The host needs the two shared memories, which it inherits as open files.
    host = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=False, bufsize=0
    )
    with Path(file).open("a") as kept:
        while request := message(sys.stdin.buffer):
            host.stdin.write(struct.pack("<I", len(request)) + request)
            answer = message(host.stdout)
            pair = {"request": json.loads(request), "answer": json.loads(answer)}
            kept.write(json.dumps(pair) + "\n")
            kept.flush()
            sys.stdout.buffer.write(struct.pack("<I", len(answer)) + answer)
            sys.stdout.buffer.flush()
    host.stdin.close()
    host.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
