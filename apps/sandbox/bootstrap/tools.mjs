import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { logsFolder, toolsFolder } from './checkout.mjs';
import { isExecutable, onMachine, run } from './commands.mjs';
import { note, SetupProblem, step } from './progress.mjs';
import { downloadPackages, packagesToGet } from './apt.mjs';

const programsFolder = join(toolsFolder, 'bin');

/**
 * Sees to it that every program of the table can be run: the machine's own, or one unpacked into `.data/tools`.
 * @param {Record<string, string | undefined>} [given] variables that may name a server to use instead of a tool
 * @throws SetupProblem when a tool that nothing works without cannot be had
 */
export async function fetchTools(table, given = {}) {
  mkdirSync(programsFolder, { recursive: true });
  for (const [name, tool] of Object.entries(table)) {
    if (tool.programs.every(isThere) || (tool.unless && given[tool.unless])) continue;
    try {
      await step(name, () => unpackTool(name, tool));
    } catch (error) {
      if (!(error instanceof SetupProblem) || tool.needed) throw error;
      note(`${name} is missing: ${tool.without}.\n  ${error.message}`);
    }
  }
}

function isThere(program) {
  return isExecutable(join(programsFolder, program)) || onMachine(program) !== undefined;
}

async function unpackTool(name, tool) {
  const folder = join(toolsFolder, tool.package);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const logFile = join(logsFolder, `setup-${tool.package}.log`);
  for (const archive of await downloadPackages(await packagesToGet(tool.package), {
    folder: unfinished,
    logFile,
  })) {
    const { status, output } = await run('dpkg', ['-x', archive, unfinished]);
    if (status !== 0) throw new SetupProblem(`${name} could not be unpacked: ${output}`);
    rmSync(archive);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  for (const program of tool.programs) writeWrapper(program, folder);
  return `${name} ${await versionOf(tool)}`;
}

/** A small script that runs the unpacked program on the unpacked libraries, wherever the checkout lies. */
function writeWrapper(program, folder) {
  const files = filesUnder(folder);
  const real = files.find((file) => file.endsWith(`bin/${program}`));
  if (real === undefined) throw new SetupProblem(`the package unpacked into ${folder} holds no ${program}`);
  const fromHere = (path) => `$here/${relative(programsFolder, path)}`;
  const libraries = [...new Set(files.filter(isLibrary).map((file) => fromHere(join(file, '..'))))];
  const path = join(programsFolder, program);
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
