/** Path, name, and value of settings in LibreOffice's configuration. */
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
  // Without this, LibreOffice first draws pictures to test its screen, which takes two thirds of its start.
  ['org.openoffice.Setup/Product', 'ooSetupLastVersion', '999.0'],
  // For text documents 0 means never; for spreadsheets 0 means always and 1 means never.
  ['org.openoffice.Office.Writer/Content/Update', 'Link', 0],
  ['org.openoffice.Office.WriterWeb/Content/Update', 'Link', 0],
  ['org.openoffice.Office.Calc/Content/Update', 'Link', 1],
  // The defaults for a document without paper, language, or date format, on every machine.
  ['org.openoffice.Setup/L10N', 'ooSetupSystemLocale', 'en-GB'],
  ['org.openoffice.Setup/L10N', 'ooLocale', 'en-US'],
];

/**
 * The profile of LibreOffice: no macro runs, even a signed one; nothing that a document refers to is fetched
 * or updated; and no setting of the machine appears on paper.
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
