import { basename, dirname } from 'node:path'
import { clipped } from '../lib/clipped'
import { VOICEMAIL_MESSAGES } from '../lib/supabase/constraints'
import type { HeldMessage } from '../lib/switch/agent/agent-event'
import { isUuid } from '../lib/validation/uuid'

/** A mailbox. mod_voicemail knows it by its extension's id (lib/switch/directory.ts). */
export interface Box {
  domain: string
  extension: string
}

/** A message in a mailbox, with the path of its sound on this machine. */
export interface Held {
  message: HeldMessage
  path: string
}

const text = (value: string, { maxLength }: { maxLength: number }) =>
  clipped(value.replace(/\p{Cc}+/gu, ' ').trim(), maxLength)

/**
 * Parses the output of `vm_list <account>@<domain>`: one line per message with created, read, account, domain, folder, path, uuid,
 * name, number and seconds, separated by colons. Only the name can contain colons, and the caller chooses it, so lines whose path is
 * no message's in the mailbox's own folder are dropped. A message that a call leaves has the call's UUID, and its file another.
 */
export function messagesIn(printed: string, folder: string): Held[] {
  return printed.split('\n').flatMap((line) => {
    const [created, read, , , , path = '', uuid = '', ...rest] = line.split(':')
    const seconds = Number(rest.pop())
    const number = rest.pop() ?? ''
    const left = Number(created) * 1000
    if (!isUuid(uuid) || !(left > 0 && left < 8.64e15) || !Number.isInteger(seconds)) return []
    if (dirname(path) !== folder || !basename(path).startsWith('msg_')) return []
    const message = {
      uuid,
      left_at: new Date(left).toISOString(),
      heard: read !== '0',
      number: text(number, VOICEMAIL_MESSAGES.from_number),
      name: text(rest.join(':'), VOICEMAIL_MESSAGES.from_name),
      seconds: Math.min(Math.max(seconds, 0), 86_400),
    }
    return [{ message, path }]
  })
}
