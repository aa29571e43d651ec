"""What the kernel tells: processor time of a process, who listens on a port, bytes over loopback."""
import os
import platform
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

TICK_MICROS = 1_000_000 / os.sysconf("SC_CLK_TCK")
LISTEN = "0A"


def find(program):
    return shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin:/usr/local/sbin")


def require(program):
    if not find(program):
        sys.exit(f"{program} is missing; on Debian: apt-get install {program}")
    return find(program)


def client():
    """The command-line client, of either make."""
    return find("mariadb") or find("mysql") or sys.exit("a mariadb or mysql client is missing")


def cpu_micros(pid):
    """User and system time of all threads of a process so far; 10 ms is the kernel's grain."""
    text = Path(f"/proc/{pid}/stat").read_text()
    fields = text[text.rindex(")") + 2 :].split()
    return (int(fields[11]) + int(fields[12])) * TICK_MICROS


def resident_megabytes(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def loopback_bytes():
    """All bytes that crossed 127.0.0.1, TCP headers included, each counted once."""
    return int(Path("/sys/class/net/lo/statistics/rx_bytes").read_text())


def pid_listening_on(port):
    """The process that accepts connections on a TCP port of this machine."""
    inodes = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        if Path(table).exists():
            for line in Path(table).read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == LISTEN and int(fields[1].rsplit(":", 1)[1], 16) == port:
                    inodes.add(f"socket:[{fields[9]}]")
    for process in Path("/proc").glob("[0-9]*"):
        try:
            for descriptor in (process / "fd").iterdir():
                if os.readlink(descriptor) in inodes:
                    return int(process.name)
        except OSError:
            continue  # ended, or not ours to look into
    sys.exit(f"no process that we may look into listens on port {port}")


def wait_for_port(port, process, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            sys.exit(f"{process.args[0]} ended with status {process.returncode} before it listened on port {port}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    sys.exit(f"nothing listens on port {port} after {seconds} seconds")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def facts(server, account):
    """Name and value of what a reader needs to compare two tables."""
    load = os.getloadavg()[0]
    if load > 0.5:
        print(f"the machine is not idle (load {load:.1f}): the numbers will be worse than they could be", file=sys.stderr)
    return {
        "cores": str(os.cpu_count()),
        "processor": _processor(),
        "kernel": platform.release(),
        "load before": f"{load:.2f}",
        "server": server.query(account, "SELECT VERSION()"),
        "sysbench": _first_line(["sysbench", "--version"]),
        "haproxy": _first_line([find("haproxy"), "-v"]) if find("haproxy") else "not installed",
    }


def _processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def _first_line(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=20).stdout.splitlines()[0]
