/** PostgreSQL's SQLSTATE or Node's error code, also inside TypeORM's wrapping; '' when there is none. */
export function errorCode(error: Error): string {
  if ('driverError' in error && error.driverError instanceof Error) return errorCode(error.driverError);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
