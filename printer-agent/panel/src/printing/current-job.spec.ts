import { expect, test } from '@jest/globals';
import type { PanelJob } from '@sixpence/contracts/agent/panel';
import { currentJob } from './current-job.js';

const job = (state: PanelJob['state']) => ({ state }) as PanelJob;

test('the current job is the running one, then the next in the queue, then the last', () => {
  expect(currentJob([job('completed'), job('printing'), job('waiting')])?.state).toBe('printing');
  expect(currentJob([job('completed'), job('waiting')])?.state).toBe('waiting');
  expect(currentJob([job('partial'), job('completed')])?.state).toBe('completed');
  expect(currentJob([])).toBeUndefined();
});
