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
from typing import NamedTuple

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
# The most characters of what a shard said that are told.
TOLD = 2000
# The most shards that are named one by one.
NAMED = 5


class Stop(Exception):
    """Why no more shards are played."""


class Part(NamedTuple):
    """What a worker sends back: a part and where it comes from, or why there is none."""

    part: bytes | None = None
    # Where the shard was played, and by what.
    told: str = ""
    # Why no other try would do better.
    hopeless: str | None = None
    # Why this try came to nothing: the shard is played again in the next round, not at once.
    late: str | None = None


def play(index, program, plan, threads, seconds):
    """Plays a shard on a worker. Its output goes through files: a pipe stays open as long as any process has it."""
    with (
        tempfile.NamedTemporaryFile("w", prefix="plan-", suffix=".json") as file,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        file.write(plan)
        file.flush()
        command = [program, "shard", "--plan", file.name, "--index", str(index), "--threads", str(threads), "--stdout"]
        where = f"shard {index} on {socket.gethostname()} by '{program}'"
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        except OSError as error:
            return Part(hopeless=f"{where}: {error}")
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            code = None
        out.seek(0)
        err.seek(0)
        part, said = out.read(), err.read().decode(errors="replace").strip()[-TOLD:]
    said = said or "nothing on standard error"
    if code is None:
        return Part(late=f"{where}: no result after {seconds:g} seconds (--shard-seconds), so it was killed: {said}")
    if code in HOPELESS:
        return Part(hopeless=f"{where}: exit code {code}: {said}")
    if code != 0:
        raise RuntimeError(f"{where}: exit code {code}: {said}")
    if not part:
        raise RuntimeError(f"{where}: exit code 0, but nothing on standard output, where the part should be: {said}")
    return Part(part, where)


class Plan:
    """The folder of a plan, as `analyze` sees it."""

    def __init__(self, program, folder):
        self.program, self.folder, self.parts = program, folder, folder / "parts"
        self.text = (folder / "plan.json").read_text()

    def missing(self):
        """The shards without a good part, as ranges of indices."""
        told = subprocess.run([self.program, "missing", self.folder], stdout=subprocess.PIPE, text=True, check=False)
        if told.returncode != 0:
            sys.exit(told.returncode)
        ends = [[int(end) for end in run.split("-")] for run in told.stdout.strip().split(",") if run]
        return [range(run[0], run[-1] + 1) for run in ends]

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

    def __init__(self, client, plan, how):
        self.client, self.plan, self.how = client, plan, how
        self.running = as_completed(with_results=True, raise_errors=False)
        self.index, self.failed, self.looked, self.window = {}, 0, 0.0, 0
        # Where the parts came from.
        self.told = {}

    def run(self, missing):
        progress, indices = Progress(sum(map(len, missing))), itertools.chain.from_iterable(missing)
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
            what = {"program": self.plan.program, "plan": self.plan.text, **self.how}
            futures = self.client.map(play, batch, **what, retries=RETRIES, pure=False)
            self.index.update(zip(futures, batch, strict=True))
            self.running.update(futures)

    def take(self, future, result):
        """The index and the part, or None if the shard failed."""
        index = self.index.pop(future)
        if future.status == "error":
            return self.fail(index, result[1])
        if future.status != "finished" or isinstance(result, CancelledError):
            raise Stop("the scheduler is gone")
        if result.hopeless:
            raise Stop(result.hopeless)
        if result.late:
            return self.fail(index, result.late)
        self.told[index] = f"{result.told} ({len(result.part)} bytes)"
        return index, result.part

    def fail(self, index, why):
        print(f"shard {index} failed: {why}", file=sys.stderr)
        self.failed += 1
        if self.failed >= MOST_FAILED:
            raise Stop(f"{self.failed} shards failed, the last: {why}")


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
    limit = "after S seconds a shard is killed, and played again in the next round (3600)"
    parser.add_argument("--shard-seconds", metavar="S", type=float, default=3600.0, help=limit)
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


def play_all(client, plan, how):
    """Plays what is missing until nothing is; whether all parts are there."""
    if not client.nthreads():
        print("waiting for workers", file=sys.stderr)
    missing = plan.missing()
    for _ in range(ROUNDS):
        if not missing:
            break
        shards = Pass(client, plan, how)
        shards.run(missing)
        missing = plan.missing()
        refused = (index for index in itertools.chain.from_iterable(missing) if index in shards.told)
        for index in itertools.islice(refused, NAMED):
            told = shards.told[index]
            print(f"the part of shard {index} is no good part ('{plan.program} missing'): {told}", file=sys.stderr)
    if missing:
        print(f"{sum(map(len, missing))} shards are missing; the same command goes on with them", file=sys.stderr)
    return not missing


def main():
    args = arguments()
    plan = Plan(args.analyze, args.plan.parent if args.plan.is_file() else args.plan)
    try:
        client = Client(cluster(args))
    except OSError as error:
        sys.exit(f"no scheduler at {args.scheduler}: {error}")
    try:
        is_complete = play_all(client, plan, {"threads": args.threads, "seconds": args.shard_seconds})
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
