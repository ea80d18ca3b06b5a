import { errorAnswer } from '@sixpence/contracts/http/accounts';
import { commonRefusals, fieldsInPath, type Call } from '@sixpence/contracts/http/call';
import { allCalls } from '@sixpence/contracts/http/calls';
import { refusals } from '@sixpence/contracts/refusals';
import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** The OpenAPI 3.1 description of every call, made from the table of calls and their contracts. */
export function openApiDocument(publicUrl: string, cookieName: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of allCalls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call.name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sixpence', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
        serviceToken: { type: 'http', scheme: 'bearer' },
        intakeToken: { type: 'http', scheme: 'bearer' },
      },
    },
    paths,
  };
}

const security: Partial<Record<Call['proof'], object[]>> = {
  session: [{ session: [] }],
  'service token': [{ serviceToken: [] }],
  'intake token': [{ intakeToken: [] }],
};

function operation(name: string, call: Call) {
  const asked = call.request ? schemaOf(call.request, 'input') : undefined;
  const parameters = asked ? parametersOf(call, asked) : [];
  const body = bodyOf(call, asked);
  return {
    operationId: name,
    summary: call.summary,
    ...(security[call.proof] && { security: security[call.proof] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      200: { description: 'Done', ...(call.answer && { content: answerOf(call.answer) }) },
      ...(call.redirectsTo && { 303: { description: `Redirect to ${call.redirectsTo.join(', ')}` } }),
      ...refusalsOf(call),
      default: { description: 'Refused, with the reason', content: json(schemaOf(errorAnswer, 'output')) },
    },
  };
}

/** The fields in the path, and for a GET the other fields in the query. */
function parametersOf({ method, path }: Call, { properties = {}, required = [] }: Schema) {
  const inPath = fieldsInPath(path);
  return Object.entries(properties)
    .filter(([name]) => inPath.includes(name) || method === 'GET')
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: required.includes(name),
      schema,
    }));
}

function bodyOf({ method, path, body = 'json', example }: Call, asked: Schema | undefined) {
  if (method === 'GET') return undefined;
  if (body === 'file') return { '*/*': {} };
  if (body === 'raw') return json({});
  const rest = asked && without(asked, fieldsInPath(path));
  if (!rest || Object.keys(rest.properties ?? {}).length === 0) return undefined;
  const content = { schema: rest, example };
  return body === 'form' ? { 'application/x-www-form-urlencoded': content } : { 'application/json': content };
}

/** The schema of the body: without the fields in the path. */
function without({ properties = {}, required = [], ...schema }: Schema, names: string[]): Schema {
  const rest = Object.entries(properties).filter(([name]) => !names.includes(name));
  return {
    ...schema,
    properties: Object.fromEntries(rest),
    required: required.filter((name) => !names.includes(name)),
  };
}

/** The refusals of a call by status, each with its codes. */
function refusalsOf(call: Call): Record<number, { description: string }> {
  const codes = new Map<number, string[]>();
  const own = [...(call.refusals ?? []), ...(call.malformed ? [call.malformed] : [])];
  for (const code of new Set([...own, ...commonRefusals])) {
    const { status, sentence } = refusals[code];
    codes.set(status, [...(codes.get(status) ?? []), `\`${code}\`: ${sentence}`]);
  }
  if (call.proof === 'session') codes.set(call.withoutSession ?? 401, ['Without a session']);
  return Object.fromEntries(
    [...codes].map(([status, lines]) => [status, { description: lines.join(' · ') }]),
  );
}

function answerOf(answer: NonNullable<Call['answer']>) {
  return typeof answer === 'string' ? { [answer]: {} } : json(schemaOf(answer, 'output'));
}

function json(schema: object) {
  return { 'application/json': { schema } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' });
}
