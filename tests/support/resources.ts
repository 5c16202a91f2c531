import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Resource } from '@/lib/records/resource'

const folder = join(import.meta.dirname, '../../lib/resources')

function isResource(value: unknown): value is Resource {
  return (
    typeof value === 'object' && value !== null && 'table' in value && 'fields' in value && 'blank' in value
  )
}

/** All resources declared in lib/resources. */
export async function declaredResources(): Promise<Resource[]> {
  const modules = await Promise.all(
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map(async (file) => Object.values((await import(join(folder, file))) as Record<string, unknown>)),
  )
  return modules.flat().filter(isResource)
}
