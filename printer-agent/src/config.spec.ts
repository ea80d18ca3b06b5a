import { describe, expect, test } from '@jest/globals';
import { loadConfig } from '@sixpence/config/load';
import { agentConfig } from './config.js';

const least = { CORE_URL: 'http://localhost:3000', AGENT_DATA_DIR: '/var/lib/sixpence' };

describe("the agent's environment", () => {
  test('is complete with an address of core and a folder', () => {
    expect(loadConfig(agentConfig, least)).toMatchObject({
      HOST: '127.0.0.1',
      AGENT_PORT: 3100,
      AGENT_LAN_HOST: '',
      AGENT_LAN_PORT: 3443,
      PANEL_DIR: 'printer-agent/panel/dist',
      LOG_LEVEL: 'info',
    });
  });

  test('takes a name in the network with its certificate, and an invite', () => {
    const names = { AGENT_LAN_HOST: 'Panel.Library.Example', TLS_CERT_FILE: 'c', TLS_KEY_FILE: 'k' };
    const config = loadConfig(agentConfig, { ...least, ...names, AGENT_INVITE: 'i'.repeat(100) });
    expect(config).toMatchObject({ ...names, AGENT_LAN_HOST: 'panel.library.example' });
  });

  test.each([
    ['CORE_URL', { CORE_URL: 'ftp://core' }],
    ['CORE_URL', { CORE_URL: 'http://core.example:3000' }],
    ['CORE_URL', { CORE_URL: 'http://localhost.example:3000' }],
    ['CORE_URL', { CORE_URL: '' }],
    ['AGENT_DATA_DIR', { AGENT_DATA_DIR: '' }],
    ['HOST', { HOST: '0.0.0.0' }],
    ['AGENT_PORT', { AGENT_PORT: '65536' }],
    ['AGENT_LAN_PORT', { AGENT_LAN_PORT: '65536' }],
    ['AGENT_INVITE', { AGENT_INVITE: 'i'.repeat(101) }],
    ['AGENT_LAN_HOST', { TLS_KEY_FILE: 'key.pem' }],
    [
      'AGENT_LAN_HOST',
      { AGENT_LAN_HOST: 'https://panel.example.com', TLS_CERT_FILE: 'c', TLS_KEY_FILE: 'k' },
    ],
    ['TLS_CERT_FILE', { AGENT_LAN_HOST: 'panel.example.com' }],
    ['TLS_KEY_FILE', { AGENT_LAN_HOST: 'panel.example.com', TLS_CERT_FILE: 'cert.pem' }],
    ['TLS_CERT_FILE', { AGENT_LAN_HOST: 'panel.example.com', TLS_KEY_FILE: 'key.pem' }],
    ['AGENT_LAN_HOST', { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ])('without a valid %s is refused, and the error names it', (name, changes) => {
    expect(() => loadConfig(agentConfig, { ...least, ...changes })).toThrow(name);
  });
});
