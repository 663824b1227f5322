"""A program of that name which holds a port: ``holder NAME PORT``."""

import ctypes
import socket
import sys
import time

ctypes.CDLL(None).prctl(15, sys.argv[1].encode(), 0, 0, 0)  # PR_SET_NAME: what ss and pkill call it
with socket.socket() as one:
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.bind(("127.0.0.1", int(sys.argv[2])))
    one.listen()
    while True:
        connection, _ = one.accept()
        connection.close()
        time.sleep(0)
