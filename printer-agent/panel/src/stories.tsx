import { Lost } from './link/lost.js';
import { Screen } from './screen.js';
import { storyViews } from './story-views.js';

/** Shows any single screen on the development server; not part of the built panel. */
export function Story({ name }: { name: string }) {
  const view = storyViews[name] ?? storyViews['attract'];
  if (!view) return null;
  return (
    <>
      <Screen view={view} send={(action) => console.info('The panel says', action)} />
      {name === 'lost' ? <Lost printing={false} /> : null}
    </>
  );
}
