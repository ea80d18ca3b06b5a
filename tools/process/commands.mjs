import { spawn } from 'node:child_process';
import { accessSync, constants, createWriteStream } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkout } from './checkout.mjs';
import { note } from './progress.mjs';

const running = new Set();

/**
 * Runs a command to its end in its own process group. Returns its exit status and its whole output.
 * @param {{ env?: Record<string, string | undefined>, cwd?: string, logFile?: string }} [options]
 * @returns {Promise<{ status: number, output: string }>} status 127 when the command does not exist
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? checkout,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const log = options.logFile ? createWriteStream(options.logFile) : undefined;
    let output = '';
    const keep = (chunk) => {
      output += chunk;
      log?.write(chunk);
    };
    running.add(child);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const end = (status, text = '') => {
      running.delete(child);
      log?.end(text);
      resolve({ status, output: output + text });
    };
    child.on('error', (error) => end(127, error.message));
    child.on('close', (code) => end(code ?? 1));
  });
}

/** The pauses before the second and the third try of a command that needs the network. */
const PAUSES_MS = [3_000, 15_000];

/** Like `run`, for a command that needs the network: a failed command is retried twice. */
export async function runOverNetwork(command, args, options = {}) {
  for (const pauseMs of PAUSES_MS) {
    const answer = await run(command, args, options);
    if (answer.status === 0 || answer.status === 127) return answer;
    const log = options.logFile ? ` (log: ${options.logFile})` : '';
    note(`a download failed${log}; it is tried again in ${pauseMs / 1000} s`);
    await pause(pauseMs);
  }
  return run(command, args, options);
}

/**
 * Stops all running commands on Ctrl-C, then ends this process. Each command has its own process group, so
 * the terminal signals only this process.
 * @returns {() => void} removes the signal handlers
 */
export function stopCommandsOnSignal() {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const stop = (signal) => {
    for (const child of running) endGroup(child, signal);
    process.exit(130);
  };
  for (const signal of signals) process.on(signal, stop);
  return () => signals.forEach((signal) => process.off(signal, stop));
}

function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * The path of a program that is installed on the machine, or undefined. Programs in our node_modules/.bin do
 * not count.
 */
export function onMachine(program) {
  const folders = `${process.env.PATH ?? ''}${delimiter}/usr/sbin${delimiter}/usr/bin`.split(delimiter);
  return folders
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // A program that is not executable counts as missing.
    return false;
  }
}

/** The prefix of a command that needs root: empty, `sudo -n`, or undefined when neither works. */
export async function asRoot() {
  if (process.getuid() === 0) return [];
  const { status } = await run('sudo', ['-n', 'true']);
  return status === 0 ? ['sudo', '-n'] : undefined;
}
