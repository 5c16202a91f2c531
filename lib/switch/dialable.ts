// What phones send reaches dial strings of mod_sofia's as it is. There, commas, bars and brackets would add calls and variables, some of
// which are commands (api_on_originate).

/** The characters of SIP addresses without a meaning in a dial string, for a class of a regular expression or of SQLite's GLOB. */
const PLAIN = 'A-Za-z0-9._~%+=:;@/?!*&-'
/** Separates dial strings (SWITCH_ENT_ORIGINATE_DELIM). */
const SEPARATOR = ':_:'

/** Whether a text has no meaning in a dial string. */
export const isPlain = (text: string) => new RegExp(`^[${PLAIN}]*$`).test(text) && !text.includes(SEPARATOR)

/**
 * Whether the switch keeps a phone that registers with this contact, a display name with an address. The address is what begins with the
 * first `<`, also one in the name: mod_sofia would take it from there (sofia_glue_get_url_from_contact). IPv6 addresses have brackets.
 */
export function isDialable(contact: string): boolean {
  const address = contact.slice(contact.indexOf('<'))
  return new RegExp(`^<sip[\\][${PLAIN}]+>$`).test(address) && !address.includes(SEPARATOR)
}

const ADDRESS = "substr(new.contact, instr(new.contact, '<'))"

/**
 * The same, as SQL for each transaction of mod_sofia's own SQLite database: whatever dials reads contacts from there, with or without an
 * agent. A trigger stays in the database, so one with other conditions needs another name.
 */
export const KEEP_DIALABLE =
  'create trigger if not exists keep_dialable before insert on sip_registrations ' +
  `when ${ADDRESS} not glob '<sip*>' or substr(${ADDRESS}, 2, length(${ADDRESS}) - 2) glob '*[^][${PLAIN}]*' ` +
  `or ${ADDRESS} glob '*${SEPARATOR}*' begin select raise(ignore); end`
