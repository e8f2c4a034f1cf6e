"""A program between judge and host: passes every message on, and writes it to a file.

    python eavesdrop.py FILE HOST...

A line of the file is {"request": ..., "answer": ...}; HOST is the command of the host.
"""

import json
import struct
import subprocess
import sys
from pathlib import Path


def message(stream):
    """The bytes of one message without its length; none at the end."""
    head = stream.read(4)
    return stream.read(struct.unpack("<I", head)[0]) if head else b""


def main(file, *command):
    # The two memories are open files; the host has to have them too.
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
