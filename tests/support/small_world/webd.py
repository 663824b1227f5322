"""A small web server with a configuration: ``webd -n NAME -c FILE -s start|stop|restart|reload|status|configtest``."""

import glob
import os
import signal
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

NAME, FILE, ACTION = sys.argv[2], sys.argv[4], sys.argv[6] if len(sys.argv) > 6 else "configtest"


def stop(text):
    if "error_log" in CONF:
        with open(CONF["error_log"], "a") as log:
            log.write(f"{time.strftime('%Y/%m/%d %H:%M:%S')} [emerg] {text}\n")
    sys.exit(f"{NAME}: [emerg] {text}")


def read(path, named=""):
    try:
        lines = open(path).read().splitlines()
    except OSError as error:
        stop(f'open() "{path}" failed ({error.errno}: {error.strerror}){named}')
    for number, line in enumerate(lines, 1):
        word, _, rest = line.partition("#")[0].strip().rstrip(";").partition(" ")
        if word == "include":
            for each in glob.glob(rest) or [rest]:
                read(each, f" in {path}:{number}")
        elif word:
            CONF[word] = rest.strip()


def running():
    """The process that the pid file names, 0 where it has ended: a zombie has, too, which an init may reap late."""
    try:
        number = int(open(CONF["pid"]).read())
        return 0 if ") Z " in open(f"/proc/{number}/stat").read() else number
    except (OSError, ValueError):
        return 0


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        try:
            with open(os.path.join(CONF["data"], "snapshot"), "w") as file:
                file.write("saved\n")
            status, text = 200, f"{NAME} is well\n"
        except OSError as error:
            status, text = (
                500,
                f"MISCONF {NAME} cannot write its snapshot to disk: {error.strerror}. Writes are refused.\n",
            )
            with open(CONF["error_log"], "a") as log:
                log.write(
                    f'[error] snapshot: open() "{CONF["data"]}/snapshot" failed ({error.errno}: {error.strerror})\n'
                )
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


def start():
    if number := running():
        print(f"{NAME} is already running (pid {number}).")
        return
    HTTPServer.allow_reuse_address = True
    host, _, port = CONF["listen"].rpartition(":")
    try:
        server = HTTPServer((host, int(port)), Handler)
    except OSError as error:
        stop(f"bind() to {CONF['listen']} failed ({error.errno}: {error.strerror})")
    if os.fork():
        print(f"Starting {NAME}: done.")
        return
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(null, each)
    with open(CONF["pid"], "w") as file:
        file.write(f"{os.getpid()}\n")
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    server.serve_forever(0.05)


def end():
    number = running()
    if number:
        os.kill(number, signal.SIGTERM)
        deadline = time.monotonic() + 30
        while running() == number:
            if time.monotonic() > deadline:
                stop(f"{number} does not end")
            time.sleep(0.02)
        os.unlink(CONF["pid"])
    print(f"Stopping {NAME}: done.")


CONF = {"pid": f"@WORLD@/run/{NAME}.pid", "error_log": f"@WORLD@/log/{NAME}.log"}
if ACTION == "stop":
    end()
elif ACTION == "status":
    print(f"{NAME} is running (pid {running()})." if running() else f"{NAME} is not running.")
    sys.exit(0 if running() else 3)
elif ACTION in ("start", "restart", "reload", "configtest"):
    read(FILE)
    if ACTION == "configtest":
        print(f"{FILE}: the configuration is valid")
    elif ACTION == "reload":
        print(f"Reloading {NAME}: done.")
    else:
        if ACTION == "restart":
            end()
        start()
else:
    sys.exit(f"Usage: service {NAME} start|stop|restart|reload|status|configtest")
