/** The file that starts each part of the service, as the compiler builds it. */
export const programs = {
  core: ['apps/core/dist/main.js'],
  operator: ['apps/operator/dist/main.js'],
  converter: ['apps/converter/dist/main.js', 'apps/converter/dist/fence/inside.js'],
  intake: ['apps/intake/dist/main.js', 'apps/intake/dist/reading/main.js'],
  agent: ['printer-agent/dist/main.js'],
};

/** The bundle of a program: one file with everything that it imports. */
export function bundleOf(program) {
  return program.replace(/\.js$/, '.bundle.js');
}
