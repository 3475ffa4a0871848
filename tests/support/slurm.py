"""A Slurm cluster of two nodes on this machine, from Debian's packages, with everything of it in one folder."""

from __future__ import annotations

import getpass
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

NODES = ("node0", "node1")
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "sinfo", "squeue", "scancel")
PACKAGES = "apt-get install slurmctld slurmd slurm-client munge"
# A node is given up after SlurmdTimeout; a job of it is begun again when its credential has expired.
CONFIG = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=bf_interval=2,sched_interval=2
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SlurmdParameters=config_overrides
SlurmdTimeout=10
NodeName=node0 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1 State=UNKNOWN
NodeName=node1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1 State=UNKNOWN
PartitionName=all Nodes=node0,node1 Default=YES MaxTime=INFINITE State=UP
"""


def missing() -> str:
    """Why there can be no cluster here; "" where there can."""
    path = os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/sbin"])
    if lacking := [name for name in PROGRAMS if shutil.which(name, path=path) is None]:
        return f"there is no {', '.join(lacking)}: {PACKAGES}"
    return "" if find_spec("simple_slurm") else "HELM's client is not installed: pip install 'crfm-helm[slurm]'"


@dataclass(frozen=True)
class Cluster:
    """Two nodes with one processor each, the environment in which Slurm's commands find it, and each node's daemon."""

    environment: dict[str, str]
    daemons: dict[str, subprocess.Popen[bytes]]

    def ask(self, *command: str) -> str:
        """What one of Slurm's commands prints."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    def running_on(self, node: str) -> str:
        """Names of the jobs that a node runs."""
        return self.ask("squeue", "--noheader", "--states=RUNNING", f"--nodelist={node}", "--format=%j").strip()

    def kill(self, node: str) -> None:
        """What a power cut does: the node's daemon and all processes of its jobs are gone."""
        os.kill(self.daemons[node].pid, signal.SIGKILL)
        for pid in self.processes_on(node):
            with suppress(ProcessLookupError):  # it ended at that moment
                os.kill(pid, signal.SIGKILL)

    def processes_on(self, node: str) -> list[int]:
        """Processes of the node's jobs and those that Slurm has put above them."""
        ours = {f"SLURM_CONF={self.environment['SLURM_CONF']}".encode(), f"SLURMD_NODENAME={node}".encode()}
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if ours <= set((folder / "environ").read_bytes().split(b"\0")):
                    parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                    above = (Path("/proc") / parent / "comm").read_text().startswith("slurmstepd")
                    found += [int(parent), int(folder.name)] if above else [int(folder.name)]
            except OSError:  # it has ended, or is another user's
                continue
        return found


def wait_until(true: Callable[[], object], what: str, seconds: float = 60) -> None:
    """Waits for something that takes its time."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"waited {seconds:g} s in vain: {what}"
        time.sleep(0.1)


def free_ports(count: int) -> list[int]:
    """Ports that nobody uses at the moment."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for bound in sockets:
            bound.bind(("127.0.0.1", 0))
        return [bound.getsockname()[1] for bound in sockets]


@contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster whose files lie in ``folder``. At the end its daemons and what they started are gone."""
    for name in ("munge", "state"):
        (folder / name).mkdir(mode=0o700)
    key = folder / "munge" / "key"
    key.touch(mode=0o600)
    key.write_bytes(secrets.token_bytes(128))
    host = socket.gethostname().partition(".")[0]
    config = folder / "slurm.conf"
    config.write_text(CONFIG.format(folder=folder, host=host, user=getpass.getuser(), ports=free_ports(3)))
    path = os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/sbin"])
    environment = {**os.environ, "PATH": path, "SLURM_CONF": str(config)}
    with ExitStack() as stack:

        def start(name: str, *command: object) -> subprocess.Popen[bytes]:
            log = stack.enter_context((folder / f"{name}.log").open("wb"))
            # By its path, since a program is looked up in the test's own environment.
            program = shutil.which(str(command[0]), path=path) or str(command[0])
            process = subprocess.Popen(
                [program, *map(str, command[1:])], env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        munge = {name: folder / "munge" / name for name in ("socket", "log", "pid", "seed")}
        options = [f"--{name}{'' if name == 'socket' else '-file'}={place}" for name, place in munge.items()]
        start("munged", "munged", "--foreground", "--force", f"--key-file={key}", *options)
        wait_until(munge["socket"].exists, "munged")
        start("slurmctld", "slurmctld", "-D", "-c")
        daemons = {node: start(node, "slurmd", "-D", "-N", node) for node in NODES}
        cluster = Cluster(environment, daemons)
        stack.callback(lambda: [cluster.kill(node) for node in NODES])
        wait_until(lambda: _idle(environment) == list(NODES), f"both nodes; see the logs in {folder}")
        yield cluster


def _idle(environment: dict[str, str]) -> list[str]:
    """The nodes that wait for jobs; none while the controller does not answer yet."""
    command = ["sinfo", "--noheader", "--Node", "--states=idle", "--format=%N"]
    return sorted(subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout.split())
