import type { AgentAnswer, AgentRequestName } from '@sixpence/contracts/agent/gateway';
import type { ScriptedCore } from '@sixpence/agent/testing/scripted-core';
import { Refusal } from '@sixpence/contracts/refusals';
import type { ReleaseWorld } from './release.js';

type Script = ScriptedCore['script'];

/** Core's own services behind a scripted gateway: requests of a box about jobs get core's answers. */
export function coreForBox({ jobs, releases }: ReleaseWorld, agentId: string): Script {
  return {
    release: (body) => answerOf<'release'>(releases.release(agentId, body)),
    job: ({ jobId }) => answerOf<'job'>(jobs.forAgent(agentId, jobId)),
    progress: (body) => answerOf<'progress'>(jobs.progress(agentId, body).then(() => ({}))),
    settle: (body) => answerOf<'settle'>(jobs.settleJob(agentId, body)),
    'unknown-jobs': ({ jobIds }) => answerOf<'unknown-jobs'>(jobs.disown(agentId, jobIds).then(() => ({}))),
  };
}

async function answerOf<N extends AgentRequestName>(work: Promise<AgentAnswer<N>>) {
  try {
    return { status: 'ok', body: await work } as const;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: 'refused', code: error.code, message: error.message } as const;
  }
}
