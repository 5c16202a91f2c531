import type { Hashes } from '../directory'
import type { TenantState } from '../switch-store'

/** A tenant as sent to and stored by the agent: hashes only, no secrets. */
export interface TenantFile {
  snapshot: TenantState['snapshot']
  hashes: [extensionId: string, hashes: Hashes][]
}

/** Throws if secrets of an extension cannot be read: the agent would take it to have none. */
export function toFile({ snapshot, hashes, unreadable }: TenantState): TenantFile {
  for (const lacking of unreadable?.values() ?? []) throw lacking
  return { snapshot, hashes: [...hashes] }
}

/** Restores a tenant from its file. Equal strings are shared, because a record's id occurs in up to eight places. */
export function fromFile({ snapshot, hashes }: TenantFile): TenantState {
  const texts = new Map<string, string>()
  shareTexts(snapshot, texts)
  shareTexts(hashes, texts)
  return { snapshot, hashes: new Map(hashes) }
}

function shareTexts(parent: object, texts: Map<string, string>): void {
  const parts = parent as Record<string, unknown>
  for (const name in parts) {
    const part = parts[name]
    if (typeof part === 'object' && part !== null) shareTexts(part, texts)
    if (typeof part !== 'string') continue
    const known = texts.get(part)
    if (known === undefined) texts.set(part, part)
    else parts[name] = known
  }
}
