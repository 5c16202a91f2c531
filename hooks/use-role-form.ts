import { difference } from 'es-toolkit/array'
import { omit } from 'es-toolkit/object'
import { useRouter } from 'next/router'
import { type SyntheticEvent, useState } from 'react'
import { rolePath } from '@/lib/record-paths'
import type { Permission } from '@/lib/session/permissions'
import { type Role, roleKey, roleLabel, saveRole } from '@/lib/staff/roles'
import { ROLE_NAME } from '@/lib/staff/staff'
import { useDraft } from './use-draft'
import { useEdits } from './use-edits'
import { useRecentSignIn } from './use-recent-sign-in'
import { useSubmit } from './use-submit'
import { useRefreshRecords, useWrite } from './use-write'

const sorted = (permissions: Iterable<Permission> | undefined) => [...(permissions ?? [])].sort()

interface RoleInput {
  label: string
  description: string
  factor: boolean
  permissions: Permission[]
}

/** Input and saving of a role with its permissions; a new one, without `role`, opens once it is created. */
export function useRoleForm(role: Role | undefined) {
  const write = useWrite()
  const refresh = useRefreshRecords()
  const router = useRouter()
  const { run, asking } = useRecentSignIn()
  const { attempt, working, failure, setFailure } = useSubmit()
  const [id] = useState(() => role?.id ?? crypto.randomUUID())
  const { values, changed, unchanged, before, version, edit, saved, discard } = useEdits<
    RoleInput,
    number | null
  >(
    {
      label: role ? roleLabel(role) : '',
      description: role?.description ?? '',
      factor: role?.second_factor ?? false,
      permissions: sorted(role?.permissions),
    },
    role?.version ?? null,
  )
  const [problem, setProblem] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  // What was added and removed, not the whole list: what others take from the role meanwhile must not come back with a draft.
  const draft = useDraft<Omit<RoleInput, 'permissions'> & { added: Permission[]; removed: Permission[] }>(
    `role ${role?.id ?? 'new'}`,
    version,
    {
      ...omit(changed, ['permissions']),
      ...(changed.permissions && {
        added: difference(values.permissions, before.permissions),
        removed: difference(before.permissions, values.permissions),
      }),
    },
    ({ added = [], removed = [], ...others }) =>
      edit({
        ...others,
        permissions: sorted(new Set([...difference(values.permissions, removed), ...added])),
      }),
  )

  function save(event: SyntheticEvent) {
    event.preventDefault()
    // The key is kept, because members and permissions refer to it.
    const name = role?.name ?? roleKey(values.label)
    const called = values.label.trim()
    const wrong = ROLE_NAME.test(name) && called ? undefined : 'Use at least two letters from A to Z.'
    setProblem(wrong)
    setFailure(undefined)
    if (wrong) return setRefusals((times) => times + 1)
    const sent = {
      id,
      version,
      name,
      label: called === name ? '' : called,
      description: values.description.trim(),
      permissions: values.permissions,
      second_factor: values.factor,
    }
    void attempt(async () => {
      const stored = await write(
        async (supabase) => {
          const answered = await run(() => saveRole(supabase, sent))
          draft.forget()
          return answered
        },
        role ? 'Saved' : `Created the role ${called}`,
      )
      if (role) return saved(values, stored)
      await router.replace(rolePath(id))
    })
  }

  return {
    values,
    edit,
    setPermissions: (permissions: Iterable<Permission>) => edit({ permissions: sorted(permissions) }),
    problem,
    /** How often it was not saved because of the problem. */
    refusals,
    draft,
    save,
    unchanged,
    /** Shows what is stored, by someone else too: a save over that is a conflict for as long as the input stays. */
    discard() {
      discard()
      draft.forget()
      setFailure(undefined)
      setProblem(undefined)
      void refresh()
    },
    working,
    failure,
    asking,
  }
}
