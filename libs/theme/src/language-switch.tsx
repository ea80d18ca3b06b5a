import { chooseLanguage } from './language-choice.js';
import { language, type Language, languages } from './language.js';

const names = Object.entries(languages) as [Language, string][];

/** The languages other than the current one, each by its own name. */
export function LanguageSwitch({ className }: { className?: string | undefined }) {
  return names
    .filter(([name]) => name !== language())
    .map(([name, ownName]) => (
      <button key={name} type="button" lang={name} className={className} onClick={() => chooseLanguage(name)}>
        {ownName}
      </button>
    ));
}
