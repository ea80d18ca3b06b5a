import { beforeEach, expect, jest, test } from '@jest/globals';
import type { JobOptions } from '../ipp/client.js';
import { IppError } from '../ipp/errors.js';
import { Validations } from './validations.js';

const options: JobOptions = { jobName: 'one', format: 'application/pdf', side: '1-Sided', isColor: false };

let clock: number;
let requests: JobOptions[];
/** The printer’s refusals of the next jobs. */
let objections: IppError[];
let validations: Validations;

beforeEach(() => {
  clock = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
  requests = [];
  objections = [];
  const validateJob = (job: JobOptions): Promise<void> => {
    requests.push(job);
    const objection = objections.shift();
    return objection ? Promise.reject(objection) : Promise.resolve();
  };
  validations = new Validations({ validateJob });
});

test('an accepted validation is reused for five seconds', async () => {
  validations.validateAhead(options);
  await validations.validate({ ...options, jobName: 'two' });
  clock = 4_900;
  await validations.validate(options);
  expect(requests).toHaveLength(1);
  clock = 5_000;
  await validations.validate(options);
  expect(requests).toHaveLength(2);
});

test('a job with other options is validated separately', async () => {
  await validations.validate(options);
  for (const other of [{ side: '2-Sided' as const }, { isColor: true }, { media: 'iso_a5_148x210mm' }])
    await validations.validate({ ...options, ...other });
  expect(requests).toHaveLength(4);
});

test('a refusal of one kind of job does not affect the acceptance of another', async () => {
  await validations.validate({ ...options, isColor: true });
  objections = [new IppError('not-accepting', 'no')];
  await expect(validations.validate(options)).rejects.toThrow('no');
  await validations.validate({ ...options, isColor: true });
  expect(requests.map(({ isColor }) => isColor)).toEqual([true, false]);
});

test('a refusal of a question that was sent ahead counts for the next job only', async () => {
  objections = [new IppError('not-accepting', 'no')];
  validations.validateAhead(options);
  await expect(validations.validate(options)).rejects.toThrow('no');
  await validations.validate(options);
  expect(requests).toHaveLength(2);
});
