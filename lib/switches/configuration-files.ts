import { cidrOf } from '../switch/cidr'
import { escapeXml } from '../telephony/provisioning/text'

export interface SwitchConnection {
  /** The name it authenticates with. */
  name: string
  /** The app's URL, without a trailing slash. */
  site: string
  /** The secret while it is displayed; null for a placeholder. */
  secret: string | null
  /** Addresses of carriers: IP addresses or networks. */
  carriers: readonly string[]
}

export interface ConfigurationFile {
  /** Relative to FreeSWITCH's configuration directory. */
  path: string
  about: string
  text: string
}

/**
 * Where mod_sofia sends a call that a phone transfers to one it does not find (RFC 3891, Replaces): nowhere. Otherwise it would call the
 * address that the phone names, past routes and toll classes. Local, because mod_sofia calls that address when it gets no answer.
 * An agent is asked before, and ends the call of a phone that would have mod_sofia dial more than this (transferElsewhere in serve.ts).
 */
export const ELSEWHERE = `<section name="channels">
  <params>
    <param name="dial-prefix" value=""/>
    <param name="absolute-dial-string" value="error/CALL_REJECTED"/>
  </params>
</section>
`

const PLACEHOLDER = 'THE-SECRET-OF-THIS-SWITCH'

/**
 * The configuration files that connect a FreeSWITCH (1.10 or later): mod_xml_curl requests directory, dialplan and configuration,
 * mod_json_cdr posts CDRs, and the ACL lists the carriers. Parameters:
 * https://developer.signalwire.com/freeswitch/FreeSWITCH-Explained/Modules/mod_xml_curl_1049001/ and mod_json_cdr_4653130/.
 */
export function configurationFiles({ name, site, secret, carriers }: SwitchConnection): ConfigurationFile[] {
  const checksCertificate = site.startsWith('https:')
  return [
    {
      path: 'autoload_configs/xml_curl.conf.xml',
      about: 'Fetches the directory and the dialplan from this server.',
      text: `<configuration name="xml_curl.conf" description="Asks Trunkline">
  <bindings>
    <binding name="trunkline">
${parameters({
  'gateway-credentials': `${name}:${secret ?? PLACEHOLDER}`,
  'auth-scheme': 'basic',
  method: 'POST',
  timeout: '5',
  'enable-cacert-check': String(checksCertificate),
  'enable-ssl-verifyhost': String(checksCertificate),
})}
      <param name="gateway-url" value="${escapeXml(site)}/api/switch/xml" bindings="directory|dialplan|configuration|channels"/>
    </binding>
  </bindings>
</configuration>
`,
    },
    {
      path: 'autoload_configs/json_cdr.conf.xml',
      about: 'Posts call records.',
      text: `<configuration name="json_cdr.conf" description="Posts call records to Trunkline">
  <settings>
${parameters({
  'log-b-leg': 'true',
  'prefix-a-leg': 'false',
  encode: 'base64',
  url: `${site}/api/cdr`,
  'auth-scheme': 'basic',
  cred: `${name}:${secret ?? PLACEHOLDER}`,
  retries: '3',
  delay: '5',
  'enable-cacert-check': String(checksCertificate),
  'enable-ssl-verifyhost': String(checksCertificate),
})}
  </settings>
</configuration>
`,
    },
    {
      path: 'autoload_configs/acl.conf.xml',
      about:
        'Addresses from which the carriers’ profile accepts calls. Profiles and gateways come from this server: leave sip_profiles empty.',
      text: `<configuration name="acl.conf" description="Carriers">
  <network-lists>
    <list name="carriers" default="deny">
${carriers.map((carrier) => `      <node type="allow" cidr="${escapeXml(cidrOf(carrier))}"/>\n`).join('')}    </list>
  </network-lists>
</configuration>
`,
    },
    {
      path: 'freeswitch.xml',
      about:
        'Add this section to the file, before its last line. Without it, a phone can transfer a call to any address, past all routes. Without an agent, a forged transfer still can, and can run commands on the switch.',
      text: ELSEWHERE,
    },
  ]
}

/** Why a version is unsupported; undefined from 1.10 on. */
export function versionProblem(version: string): string | undefined {
  if (version === '') return 'Its version is not stated. These files are for FreeSWITCH 1.10 or later.'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 1 || (major === 1 && minor >= 10)) return undefined
  return `FreeSWITCH ${version} is too old for these files. Install 1.10 or later: call queues, JSON call records and HTTPS checks differ in it.`
}

function parameters(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `      <param name="${name}" value="${escapeXml(value)}"/>`)
    .join('\n')
}
