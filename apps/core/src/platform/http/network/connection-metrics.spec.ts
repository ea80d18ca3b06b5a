import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { exportConnectionMetrics } from './connection-metrics.js';

test('metrics show the present counts at every read', async () => {
  const metrics = new Registry();
  const connections = { open: 2, refused: 1 };
  exportConnectionMetrics(connections, metrics);
  await metrics.metrics();
  Object.assign(connections, { open: 1, refused: 5 });
  const text = await metrics.metrics();
  expect(text).toMatch(/^sixpence_connections 1$/m);
  expect(text).toMatch(/^sixpence_connections_refused_total 5$/m);
});
