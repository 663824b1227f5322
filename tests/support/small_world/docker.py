"""A small ``docker``: ps, logs, inspect, start, stop, restart, and compose up, down, ps, logs and restart."""

import json
import os
import re
import signal
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

WORLD = "@WORLD@"
if set(os.environ) - {"PATH", "LANG", "LC_CTYPE"}:  # a container has nothing of the environment of who starts it
    os.execve(sys.argv[0], sys.argv, {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"})
words = sys.argv[1:]


def folder_of(name):
    return f"{WORLD}/compose/{name}"


def state(name):
    try:
        number = int(open(f"{WORLD}/run/{name}.container").read())
        if ") Z " not in open(f"/proc/{number}/stat").read():  # one that init has yet to reap has ended
            return f"Up (pid {number})", number
    except (OSError, ValueError):
        pass
    return ("Exited (1)" if os.path.exists(f"{WORLD}/log/{name}.container") else "Created"), 0


def log(name, text):
    with open(f"{WORLD}/log/{name}.container", "a") as file:
        file.write(text + "\n")


def stop(name):
    number = state(name)[1]
    if number:
        os.kill(number, signal.SIGTERM)
        deadline = time.monotonic() + 30
        while state(name)[1] == number:
            if time.monotonic() > deadline:
                sys.exit(f"{name} does not end")
            time.sleep(0.02)


def start(name):
    if state(name)[1]:
        return
    about = open(f"{folder_of(name)}/compose.yml").read()
    port = int(re.search(r"127\.0\.0\.1:(\d+):80", about)[1])
    try:
        lines = open(f"{folder_of(name)}/.env").read().splitlines()
    except OSError:
        sys.exit(f"env file {folder_of(name)}/.env not found: no such file or directory")
    env = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    if "DB_URL" not in env:
        log(name, f"{name}: fatal: DB_URL is not set, giving up")
        return
    if os.fork():
        return
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(null, each)

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_GET(self):
            self.send_response(200)
            self.send_header("content-length", "3")
            self.end_headers()
            self.wfile.write(b"ok\n")

    HTTPServer.allow_reuse_address = True
    server = HTTPServer(("127.0.0.1", port), Handler)
    with open(f"{WORLD}/run/{name}.container", "w") as file:
        file.write(f"{os.getpid()}\n")
    log(name, f"{name}: listening")
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    server.serve_forever(0.05)


def names():
    return sorted(os.listdir(f"{WORLD}/compose"))


def show():
    print("CONTAINER ID   IMAGE   STATUS   NAMES")
    for name in names():
        print(f"{abs(hash(name)) % 16**12:012x}   example/{name}:2   {state(name)[0]}   {name}")


if words[:1] == ["compose"]:
    words, project = words[1:], os.path.basename(os.getcwd())
    while words and words[0].startswith("-"):
        flag = words.pop(0)
        if flag in ("-f", "--file"):
            project = os.path.basename(os.path.dirname(os.path.abspath(words.pop(0))))
        elif flag in ("-p", "--project-name", "--project-directory"):
            project = os.path.basename(words.pop(0).rstrip("/"))
    if project not in names():
        sys.exit("no configuration file provided: not found")
    words = [words[0], project] if words else []
if words[:1] == ["container"]:
    words = words[1:]
if not words:
    sys.exit("Usage: docker COMMAND")
action, given = words[0], [word for word in words[1:] if not word.startswith("-") and not word.isdigit()]
name = given[0] if given else ""
if action == "ps":
    show()
elif name not in names():
    sys.exit(f"Error response from daemon: No such container: {name}")
elif action == "logs":
    path = f"{WORLD}/log/{name}.container"
    print(open(path).read() if os.path.exists(path) else "", end="")
elif action == "inspect":
    up = state(name)[1] > 0
    found = {"Status": "running" if up else "exited", "ExitCode": 0 if up else 1}
    print(json.dumps([{"Name": f"/{name}", "State": found}]))
elif action in ("start", "up"):
    start(name)
    print(f" Container {name}  Started")
elif action == "restart":
    stop(name)
    start(name)
    print(name)
elif action in ("stop", "down"):
    stop(name)
    print(name)
else:
    sys.exit(f"docker: '{action}' is not a docker command.")
