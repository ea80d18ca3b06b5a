/** Where in LibreOffice's configuration a setting stands, its name, and its value. */
const settings: [path: string, name: string, value: boolean | number | string][] = [
  ['org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', 3],
  ['org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', true],
  ['org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
  ['org.openoffice.Office.Common/Misc', 'UseLocking', false],
  ['org.openoffice.Office.Common/Save/Document', 'AutoSave', false],
  ['org.openoffice.Office.Recovery/AutoSave', 'Enabled', false],
  ['org.openoffice.Office.Recovery/RecoveryInfo', 'Enabled', false],
  ['org.openoffice.Office.Jobs/Jobs/UpdateCheck', 'AutoCheckEnabled', false],
  ['org.openoffice.Office.Common/History', 'PickListSize', 0],
  // With a profile of an earlier version, or of none, it draws some pictures first to try its screen: two thirds of its start.
  ['org.openoffice.Setup/Product', 'ooSetupLastVersion', '999.0'],
  // 0 is never for texts; for tables 0 is always and 1 is never.
  ['org.openoffice.Office.Writer/Content/Update', 'Link', 0],
  ['org.openoffice.Office.WriterWeb/Content/Update', 'Link', 0],
  ['org.openoffice.Office.Calc/Content/Update', 'Link', 1],
  // A document that names no paper, language, or way to write a date gets these, wherever the converter stands.
  ['org.openoffice.Setup/L10N', 'ooSetupSystemLocale', 'en-GB'],
  ['org.openoffice.Setup/L10N', 'ooLocale', 'en-US'],
];

/**
 * The profile that LibreOffice starts with: no macro runs, whatever signed it; nothing that a document refers to is
 * fetched or brought up to date; and nothing of the machine's own settings shows on paper.
 */
export function hardenedSettings(): string {
  const items = settings.map(
    ([path, name, value]) =>
      `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">',
    ...items,
    '</oor:items>',
  ].join('\n');
}
