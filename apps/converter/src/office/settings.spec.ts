import { expect, test } from '@jest/globals';
import { hardenedSettings } from './settings.js';

const common = '/org.openoffice.Office.Common';

/** Several settings prevent the same attack. Each is tested, so that none is missing. */
test.each([
  [`${common}/Security/Scripting`, 'MacroSecurityLevel', '3'],
  [`${common}/Security/Scripting`, 'DisableMacrosExecution', 'true'],
  [`${common}/Security/Scripting`, 'BlockUntrustedRefererLinks', 'true'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['/org.openoffice.Office.WriterWeb/Content/Update', 'Link', '0'],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', '1'],
  [`${common}/Save/Document`, 'AutoSave', 'false'],
  ['/org.openoffice.Office.Recovery/AutoSave', 'Enabled', 'false'],
  ['/org.openoffice.Office.Recovery/RecoveryInfo', 'Enabled', 'false'],
  ['/org.openoffice.Office.Jobs/Jobs/UpdateCheck', 'AutoCheckEnabled', 'false'],
  [`${common}/History`, 'PickListSize', '0'],
  [`${common}/Misc`, 'UseLocking', 'false'],
])('the profile of LibreOffice sets %s, %s to %s', (path, name, value) => {
  expect(hardenedSettings()).toContain(
    `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
});
