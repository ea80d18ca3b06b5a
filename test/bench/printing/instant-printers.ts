import { startWorld, type World } from '../../support/worlds/world.js';

/** Starts a service whose printers take no time: their engine ends at once. */
export async function startInstantWorld(printers: readonly string[]): Promise<World> {
  const world = await startWorld({ printers, engine: '/bin/true' });
  try {
    for (const slug of printers) {
      // This engine reports no pages. Without counting, a completed job is paid in full.
      await world.askOperator('printer', 'update', slug, '--site', 'Demo library', '--counting', 'none');
    }
    return world;
  } catch (error) {
    await world.stop();
    throw error;
  }
}
