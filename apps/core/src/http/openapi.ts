import { errorAnswer } from '@sixpence/contracts/http/accounts';
import { calls, type Call } from '@sixpence/contracts/http/calls';
import { z } from 'zod';

/** The OpenAPI 3.1 description of the calls that browsers make, out of the contracts that check them. */
export function openApiDocument(publicUrl: string, cookieName: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method]: operation(call) };
  return {
    openapi: '3.1.0',
    info: { title: 'Sixpence', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: publicUrl }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } } },
    paths,
  };
}

function operation({ summary, session, query = [], request, answer }: Call) {
  return {
    summary,
    ...(session ? { security: [{ session: [] }] } : {}),
    ...(query.length > 0
      ? {
          parameters: query.map((name) => ({
            name,
            in: 'query',
            required: true,
            schema: { type: 'string' },
          })),
        }
      : {}),
    ...(request ? { requestBody: { required: true, content: json(request, 'input') } } : {}),
    responses: {
      200: { description: 'Done', ...(answer ? { content: json(answer, 'output') } : {}) },
      default: { description: 'Refused, with the reason', content: json(errorAnswer, 'output') },
    },
  };
}

function json(schema: z.ZodType, io: 'input' | 'output') {
  return { 'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) } };
}
