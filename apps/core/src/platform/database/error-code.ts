/** PostgreSQL's five characters or Node's word for what went wrong, also where TypeORM has wrapped it; '' without one. */
export function errorCode(error: Error): string {
  if ('driverError' in error && error.driverError instanceof Error) return errorCode(error.driverError);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
