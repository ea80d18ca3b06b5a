import { expect, test } from '@jest/globals';
import { get } from './http.js';

test('a refusal whose body is no JSON counts by its status', async () => {
  const notJson = () => Promise.reject(new SyntaxError('Unexpected end of JSON input'));
  const headers = new Headers({ 'content-type': 'application/json' });
  globalThis.fetch = () => Promise.resolve({ status: 503, headers, json: notJson } as unknown as Response);
  await expect(get('/fetch-documents')).rejects.toMatchObject({ name: 'HttpFailure', status: 503 });
});
