import { expect, test } from '@jest/globals';
import { calls, type CallName } from '@sixpence/contracts/http/calls';
import { openApiDocument } from './openapi.js';

const url = 'https://print.example.com';
const document = openApiDocument(url, '__Host-sixpence');

interface Operation {
  operationId: string;
  summary: string;
  security?: object[];
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema?: { properties?: object; required?: string[] } }>;
  };
  responses: Record<string, { description: string; content?: object }>;
}
const described = (name: CallName) => {
  const { method, path } = calls[name];
  return document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation;
};

test('the document names the service’s address, and how callers prove themselves', () => {
  expect(document.servers).toEqual([{ url }]);
  expect(document.components.securitySchemes).toEqual({
    session: { type: 'apiKey', in: 'cookie', name: '__Host-sixpence' },
    serviceToken: { type: 'http', scheme: 'bearer' },
    intakeToken: { type: 'http', scheme: 'bearer' },
  });
});

test('two methods of one path are two operations', () => {
  expect([described('mailChoices').operationId, described('chooseMail').operationId]).toEqual([
    'mailChoices',
    'chooseMail',
  ]);
});

test.each<[CallName, object[] | undefined]>([
  ['fetchDocuments', [{ session: [] }]],
  ['prepareConversion', [{ serviceToken: [] }]],
  ['mailSender', [{ intakeToken: [] }]],
  ['healthz', undefined],
  ['sendFile', undefined],
])('%s has the proof %j', (name, security) => {
  expect(described(name).security).toEqual(security);
});

test.each<[CallName, [string, string, boolean][] | undefined]>([
  [
    'documentPage',
    [
      ['orderId', 'path', true],
      ['revision', 'path', true],
      ['page', 'path', true],
      ['size', 'query', false],
    ],
  ],
  ['fetchFileMetadata', [['uid', 'query', true]]],
  ['endMail', [['id', 'path', true]]],
  ['fileUpload', undefined],
  ['fetchDocuments', undefined],
])('%s has the parameters %j', (name, parameters) => {
  expect(described(name).parameters?.map((each) => [each.name, each.in, each.required])).toEqual(parameters);
});

test.each<[CallName, string | undefined]>([
  ['fileUpload', 'application/json'],
  ['stripeWebhook', 'application/json'],
  ['sendFile', '*/*'],
  ['endMail', undefined],
  ['createCode', undefined],
  ['googleCallbackForm', undefined],
  ['fetchFileMetadata', undefined],
])('%s has a body of type %s', (name, type) => {
  const { requestBody } = described(name);
  expect(requestBody && [requestBody.required, ...Object.keys(requestBody.content)]).toEqual(
    type && [true, type],
  );
});

test('the schema of a body has the fields that are not in the path, and names the required ones', () => {
  const { schema } = described('fileUpload').requestBody!.content['application/json']!;
  expect(Object.keys(schema?.properties ?? {})).toEqual(['originalFileName', 'fileType', 'fileSize']);
  expect(schema?.required).toEqual(['originalFileName', 'fileType']);
});

test('answers, redirects, and refusals are described by their status', () => {
  const { responses } = described('qrAuth');
  expect(Object.keys(responses)).toEqual(['200', '400', '403', '413', '415', '429', '503', 'default']);
  expect(responses['403']?.description).toBe('Without a session');
  expect(responses['429']?.description).toMatch(/^`code\.paused`: .* · `request\.too-many`: /);
  expect(described('fetchDocuments').responses['401']?.description).toBe('Without a session');
  expect(described('codeMail').responses['404']?.description).toMatch(/^`mail\.unknown`: [^`]*$/);
  expect(described('googleCallback').responses['303']?.description).toMatch(
    /^Redirect to \/dashboard, \/welcome, /,
  );
  expect(described('healthz').responses).not.toHaveProperty('303');
  expect(Object.keys(described('receipt').responses['200']?.content ?? {})).toEqual(['application/pdf']);
  expect(Object.keys(described('createCode').responses['200']?.content ?? {})).toEqual(['application/json']);
  expect(described('logoutSession').responses['200']).toEqual({ description: 'Done' });
});
