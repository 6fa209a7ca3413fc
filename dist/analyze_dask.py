#!/usr/bin/env python3
"""Plays the shards of a plan on a Dask cluster, and merges them.

Owns where shards are played, and which are played again. What a plan, a shard and a part are is the business of
`analyze`, which has to be on every machine; parts come back over the wire, so no disk has to be shared. Whatever breaks,
the same command goes on with the shards that are still missing.

Exit codes: 0 merged; 1 shards are missing (their cause is told); 2 bad usage; 130 interrupted; else that of
`analyze merge`.
"""

import argparse
import itertools
import os
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from concurrent.futures import CancelledError
from pathlib import Path

from distributed import Client, LocalCluster, as_completed

# Shards a slot that the scheduler knows of: enough to keep it busy, few enough for its memory at any size of a plan.
WINDOW = 4
# How often a shard is started again whose process died.
RETRIES = 3
# So many shards that failed for good end the command: then it is not the shards.
MOST_FAILED = 20
# How often it is looked which shards are missing, for a part can be damaged on its way.
ROUNDS = 3
# Seconds between two lines of progress, and between two looks at how many slots there are.
PROGRESS, LOOK = 2, 5
# Exit codes of a shard that would be no other on another machine: bad input, and a strategy at fault.
HOPELESS = (2, 3)


class Stop(Exception):
    """Why no more shards are played."""


def play(index, program, plan, threads):
    """Plays a shard on a worker: its part, and why it is hopeless to try again (one of them is None)."""
    with tempfile.NamedTemporaryFile("w", prefix="plan-", suffix=".json") as file:
        file.write(plan)
        file.flush()
        command = [program, "shard", "--plan", file.name, "--index", str(index), "--threads", str(threads), "--stdout"]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        except OSError as error:
            return None, f"{socket.gethostname()}: {error}"
    told = f"shard {index} on {socket.gethostname()}: exit code {done.returncode}: {done.stderr.decode().strip()}"
    if done.returncode in HOPELESS:
        return None, told
    if done.returncode != 0:
        raise RuntimeError(told)
    return done.stdout, None


class Plan:
    """The folder of a plan, as `analyze` sees it."""

    def __init__(self, program, folder):
        self.program, self.folder, self.parts = program, folder, folder / "parts"
        self.text = (folder / "plan.json").read_text()

    def missing(self):
        """The indices of the shards without a good part, and how many they are; the indices are made one at a time."""
        told = subprocess.run([self.program, "missing", self.folder], stdout=subprocess.PIPE, text=True, check=False)
        if told.returncode != 0:
            sys.exit(told.returncode)
        ends = [[int(end) for end in run.split("-")] for run in told.stdout.strip().split(",") if run]
        runs = [range(run[0], run[-1] + 1) for run in ends]
        return itertools.chain.from_iterable(runs), sum(map(len, runs))

    def write(self, parts):
        """Writes parts so that each is there as a whole, and on the disk, or not at all."""
        self.parts.mkdir(exist_ok=True)
        for index, part in parts:
            temporary = self.parts / f".part-{index}-{uuid.uuid4().hex}"
            try:
                with open(temporary, "xb") as file:
                    file.write(part)
                    file.flush()
                    os.fsync(file.fileno())
                temporary.replace(self.parts / f"part-{index}")
            finally:
                temporary.unlink(missing_ok=True)
        folder = os.open(self.parts, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)

    def merge(self):
        return subprocess.run([self.program, "merge", self.folder], check=False).returncode


class Progress:
    """Says how many shards are done, how fast, and how long the others take."""

    def __init__(self, todo):
        self.todo, self.done, self.begun, self.told = todo, 0, time.monotonic(), 0.0

    def add(self, done):
        self.done += done
        now = time.monotonic()
        if now - self.told >= PROGRESS or self.done == self.todo:
            self.told = now
            rate = self.done / max(now - self.begun, 1e-9)
            left = time.strftime("%H:%M:%S", time.gmtime((self.todo - self.done) / rate)) if rate else "?"
            print(f"{self.done} of {self.todo} shards, {rate:.3g} a second, {left} left", file=sys.stderr, flush=True)


class Pass:
    """Plays shards once each, but for those whose process or worker dies."""

    def __init__(self, client, plan, threads):
        self.client, self.plan, self.threads = client, plan, threads
        self.running = as_completed(with_results=True, raise_errors=False)
        self.index, self.failed, self.looked, self.window = {}, 0, 0.0, 0

    def run(self, indices, count):
        progress = Progress(count)
        self.feed(indices)
        for batch in self.running.batches():
            parts = [part for future, result in batch if (part := self.take(future, result))]
            self.plan.write(parts)
            progress.add(len(parts))
            self.feed(indices)

    def feed(self, indices):
        """Keeps the window full. Workers may come and go, so it is looked again and again how many there are."""
        if time.monotonic() - self.looked >= LOOK:
            self.looked, self.window = time.monotonic(), WINDOW * max(1, sum(self.client.nthreads().values()))
        batch = list(itertools.islice(indices, max(0, self.window - self.running.count())))
        if batch:
            what = {"program": self.plan.program, "plan": self.plan.text, "threads": self.threads}
            futures = self.client.map(play, batch, **what, retries=RETRIES, pure=False)
            self.index.update(zip(futures, batch, strict=True))
            self.running.update(futures)

    def take(self, future, result):
        """The index and the part, or None if the shard failed."""
        index = self.index.pop(future)
        if future.status == "error":
            print(f"shard {index} failed: {result[1]}", file=sys.stderr)
            self.failed += 1
            if self.failed >= MOST_FAILED:
                raise Stop(f"{self.failed} shards failed")
            return None
        if future.status != "finished" or isinstance(result, CancelledError):
            raise Stop("the scheduler is gone")
        part, hopeless = result
        if hopeless:
            raise Stop(hopeless)
        return index, part


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("plan", type=Path, help="the folder of the plan, or plan.json in it")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDR", help="the address of a Dask scheduler that runs")
    where.add_argument("--local", metavar="N", type=int, help="N workers on this machine")
    where.add_argument("--slurm", action="store_true", help="workers as jobs of Slurm")
    parser.add_argument("--jobs", metavar="N", type=int, default=10, help="with --slurm: at most N jobs (10)")
    parser.add_argument("--cores", metavar="C", type=int, default=1, help="with --slurm: cores a job (1)")
    parser.add_argument("--memory", metavar="M", default="2GB", help="with --slurm: memory a job (2GB)")
    parser.add_argument("--analyze", metavar="PROGRAM", default="analyze", help="the program, on all machines (analyze)")
    parser.add_argument("--threads", metavar="T", type=int, default=1, help="threads of a shard (1)")
    return parser.parse_args()


def cluster(args):
    """The cluster: an address, or what is started for this command alone."""
    if args.local:
        return LocalCluster(n_workers=args.local, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0")
    if args.slurm:
        from dask_jobqueue import SLURMCluster

        slots = max(1, args.cores // args.threads)
        job = {"cores": slots, "processes": 1, "job_cpu": args.cores, "memory": args.memory}
        slurm = SLURMCluster(**job, scheduler_options={"dashboard_address": ":0"})
        slurm.adapt(minimum=1, maximum=args.jobs)
        return slurm
    return args.scheduler


def play_all(client, plan, threads):
    """Plays what is missing until nothing is; whether all parts are there."""
    if not client.nthreads():
        print("waiting for workers", file=sys.stderr)
    for _ in range(ROUNDS):
        indices, count = plan.missing()
        if not count:
            return True
        Pass(client, plan, threads).run(indices, count)
    return not plan.missing()[1]


def main():
    args = arguments()
    plan = Plan(args.analyze, args.plan.parent if args.plan.is_file() else args.plan)
    try:
        client = Client(cluster(args))
    except OSError as error:
        sys.exit(f"no scheduler at {args.scheduler}: {error}")
    try:
        is_complete = play_all(client, plan, args.threads)
    except (Stop, OSError) as error:
        print(f"{error}; the parts that came are kept, and the same command goes on with the others", file=sys.stderr)
        is_complete = False
    except KeyboardInterrupt:
        print("interrupted; the parts that came are kept, and the same command goes on with the others", file=sys.stderr)
        client.shutdown()
        sys.exit(130)
    code = plan.merge() if is_complete else 1
    client.shutdown()
    sys.exit(code)


if __name__ == "__main__":
    main()
