import type { INestApplicationContext } from '@nestjs/common';
import type { CoreConfig } from '@sixpence/core/platform/process/config';
import type { ParseArgsOptionsConfig } from 'node:util';

/** What a command was given: the words after its name, and its options. */
export interface Input {
  positionals: string[];
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

/** What a command answers: the same facts for programs and for people. */
export interface Outcome {
  /** Printed with `--json`. */
  json: unknown;
  /** Printed without. */
  lines: string[];
  /** True when the command worked and its answer is bad news: exit status 1. */
  bad?: boolean;
}

/** What commands work with. Core's services are opened only by those that need them. */
export interface Surroundings {
  config: CoreConfig;
  services: () => Promise<INestApplicationContext>;
  complain: Complain;
}

/** Says what is not part of the answer: on stderr. */
export type Complain = (text: string) => void;

export interface Command {
  /** What is typed, such as `site add`. */
  name: string;
  /** What follows the name, such as `<name> --organisation <name>`. */
  usage: string;
  /** One sentence for `--help`. */
  does: string;
  /** How many words the name is followed by. */
  takes: number;
  options?: ParseArgsOptionsConfig;
  run: (surroundings: Surroundings, input: Input) => Promise<Outcome>;
}

/** The command was typed in a way it cannot understand: exit status 2, with its usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError when the option is missing */
export function requiredOption(input: Input, option: string): string {
  const value = input.values[option];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${option} is missing`);
  return value;
}

export function optionalOption(input: Input, option: string): string | undefined {
  const value = input.values[option];
  return typeof value === 'string' ? value : undefined;
}

/** The word at `index` after the command's name. */
export function word(input: Input, index: number): string {
  const found = input.positionals[index];
  if (found === undefined) throw new UsageError('A word is missing');
  return found;
}
