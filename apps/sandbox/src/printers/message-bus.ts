import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '../processes/child.js';
import { accepts, untilReady } from '../processes/ready.js';
import { toolPath } from '../tools.js';

/**
 * Our own D-Bus. `ippeveprinter` does not start without a system bus, although it sends nothing on it while
 * DNS service discovery is off. With this bus it does not use the machine's. Its socket lies in the temporary
 * folder, because a socket's path is limited to 107 bytes and a checkout's path may be longer.
 */
export class MessageBus {
  private constructor(
    private readonly folder: string,
    readonly child: Child,
  ) {}

  static async start(logFile: string): Promise<MessageBus> {
    const folder = mkdtempSync(join(tmpdir(), 'sixpence-bus-'));
    const socket = join(folder, 'bus');
    const configuration = join(folder, 'bus.conf');
    writeFileSync(configuration, configurationFor(socket));
    const args = [`--config-file=${configuration}`, '--nofork', '--nopidfile'];
    const child = Child.start({ name: 'message bus', program: toolPath('dbus-daemon'), args, logFile });
    void child.exit.then(() => rmSync(folder, { recursive: true, force: true }));
    await untilReady(child, accepts(socket));
    return new MessageBus(folder, child);
  }

  /** The variables that make a printer use this bus as the system bus. */
  get environment(): Record<string, string> {
    return { DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${join(this.folder, 'bus')}` };
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}

function configurationFor(socket: string): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <listen>unix:path=${socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
}
