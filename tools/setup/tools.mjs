import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { logsFolder, toolsFolder } from '../process/checkout.mjs';
import { isExecutable, onMachine, run } from '../process/commands.mjs';
import { note, SetupProblem, step } from '../process/progress.mjs';
import {
  debianArchive,
  downloadFromRelease,
  downloadPackages,
  isDebianOtherThan,
  packagesToGet,
} from './apt.mjs';

const programsFolder = join(toolsFolder, 'bin');

/**
 * Makes sure that every program of the table can run: the machine's own, or one unpacked into `.data/tools`.
 * @param {Record<string, string | undefined>} [given] variables that may name a server to use instead of a
 * tool
 * @throws SetupProblem when a required tool cannot be installed
 */
export async function fetchTools(table, given = {}) {
  mkdirSync(programsFolder, { recursive: true });
  for (const [name, tool] of missingTools(table, given)) {
    const archive = tool.release && (await debianArchive());
    if (tool.release && !archive) continue;
    try {
      await step(name, () => unpackTool(name, { archive, ...tool }));
    } catch (error) {
      if (!(error instanceof SetupProblem) || tool.needed) throw error;
      note(`${name} is missing: ${tool.without}.\n  ${error.message}`);
    }
  }
}

/** The rows of the table whose programs are needed and not there. */
export function missingTools(table, given = {}) {
  return Object.entries(table)
    .filter(([, { programs, programsAs }]) => !(programs ?? Object.values(programsAs)).every(isThere))
    .filter(([, { unless }]) => !(unless && given[unless]))
    .filter(([, { release }]) => !release || isDebianOtherThan(release));
}

function isThere(program) {
  return isExecutable(join(programsFolder, program)) || onMachine(program) !== undefined;
}

async function unpackTool(name, tool) {
  const folder = join(toolsFolder, tool.release ? `${tool.package}-${tool.release}` : tool.package);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const logFile = join(logsFolder, `setup-${basename(folder)}.log`);
  for (const archive of await archivesOf(tool, { folder: unfinished, logFile })) {
    const { status, output } = await run('dpkg', ['-x', archive, unfinished]);
    if (status !== 0) throw new SetupProblem(`${name} could not be unpacked: ${output}`);
    rmSync(archive);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  const programs = tool.programsAs ?? Object.fromEntries(tool.programs.map((program) => [program, program]));
  for (const [program, name] of Object.entries(programs)) writeWrapper(program, folder, name);
  try {
    return `${name} ${await versionOf(tool)}`;
  } catch (error) {
    // Removes a tool that does not run, because it would hide a working one.
    for (const name of Object.values(programs)) rmSync(join(programsFolder, name), { force: true });
    throw error;
  }
}

async function archivesOf({ package: wanted, release, archive }, into) {
  if (release) return downloadFromRelease(wanted, release, { archive, ...into });
  return downloadPackages(await packagesToGet(wanted), into);
}

/**
 * Writes a small script that runs the unpacked program with the unpacked libraries. It works wherever the
 * checkout lies.
 */
function writeWrapper(program, folder, name) {
  const files = filesUnder(folder);
  const real = files.find((file) => file.endsWith(`bin/${program}`));
  if (real === undefined) throw new SetupProblem(`the package unpacked into ${folder} holds no ${program}`);
  const fromHere = (path) => `$here/${relative(programsFolder, path)}`;
  const libraries = [...new Set(files.filter(isLibrary).map((file) => fromHere(join(file, '..'))))];
  const path = join(programsFolder, name);
  const lines = ['#!/bin/sh', 'here=${0%/*}'];
  if (libraries.length > 0) {
    lines.push(`export LD_LIBRARY_PATH="${libraries.join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`);
  }
  lines.push(`exec "${fromHere(real)}" "$@"`, '');
  writeFileSync(`${path}.new`, lines.join('\n'));
  chmodSync(`${path}.new`, 0o755);
  renameSync(`${path}.new`, path);
}

function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function isLibrary(file) {
  return /\/lib\/([^/]+-linux-gnu[^/]*\/)?[^/]+\.so[.\d]*$/.test(file);
}

async function versionOf({ versionOf: program, versionFlag = '--version' }) {
  const path = join(programsFolder, program);
  const { status, output } = await run(existsSync(path) ? path : program, [versionFlag]);
  if (status !== 0 && !/\d+\.\d+/.test(output))
    throw new SetupProblem(`${program} does not run: ${output.trim()}`);
  return /\d+(\.\d+)+/.exec(output)?.[0] ?? '';
}
