import {
  agentAnswers,
  coreFrame,
  newerNotice,
  type AgentAnswer,
  type AgentRequestName,
  type CoreFrame,
} from '@sixpence/contracts/agent/gateway';
import type { RefusalCode } from '@sixpence/contracts/refusals';

/** Core's answer to a question. */
export type Answered<N extends AgentRequestName> =
  | { readonly status: 'ok'; readonly body: AgentAnswer<N> }
  | {
      readonly status: 'refused';
      readonly code: RefusalCode;
      readonly message: string;
      readonly retryAfterSeconds?: number | undefined;
    };

/**
 * @returns undefined for a notice that only newer versions of core send
 * @throws Error for any other text that is not a frame of the contract
 */
export function readFrame(text: string): CoreFrame | undefined {
  const frame: unknown = JSON.parse(text);
  return newerNotice.safeParse(frame).success ? undefined : coreFrame.parse(frame);
}

/** @throws ZodError when the body does not match the contract */
export function readAnswer<N extends AgentRequestName>(name: N, body: unknown): AgentAnswer<N> {
  return agentAnswers[name].parse(body) as AgentAnswer<N>;
}
