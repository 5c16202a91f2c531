import Link from 'next/link'
import { parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FormRow } from '@/components/ui/form-row'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { Stat } from '@/components/ui/stat'
import { useRoles } from '@/hooks/use-roles'
import { useStaff } from '@/hooks/use-staff'
import { formatFigure } from '@/lib/figures'
import { rolePath, staffPath } from '@/lib/record-paths'
import { ACTIONS, SECTIONS } from '@/lib/session/permissions'
import { ACTION_LABELS, SECTION_ACTIONS, SECTION_LABELS } from '@/lib/staff/permission-labels'
import { roleLabel } from '@/lib/staff/roles'
import { type StaffQuery, statusOf } from '@/lib/staff/staff-list'
import { SuperadminNav } from './superadmin-nav'

const PARAMETERS = {
  section: parseAsStringLiteral(SECTIONS).withDefault('telephony'),
  action: parseAsStringLiteral(ACTIONS).withDefault('reveal_secrets'),
}

/** How many roles or people are listed at first. */
const SHOWN = 50

/** Super Admin's first page: numbers of members and roles, and who may do what. */
export function AccessOverview() {
  const staff = useStaff()
  const roles = useRoles()
  const count = (status: StaffQuery['status']) =>
    staff.data?.filter((member) => statusOf(member) === status).length
  return (
    <>
      <PageHeader title="Super Admin" description="Staff accounts, their roles, and what each role may do." />
      <SuperadminNav />
      {failureOf(staff.error ? staff : roles, 'The accounts could not be loaded')}
      <div className="mb-4 grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Stat label="Active users" figure={count('active')} href="/app/superadmin/users?status=active" />
        <Stat label="Invited" figure={count('invited')} href="/app/superadmin/users?status=invited" />
        <Stat label="Disabled" figure={count('disabled')} href="/app/superadmin/users?status=disabled" />
        <Stat label="Roles" figure={roles.data?.length} href="/app/superadmin/roles" />
      </div>
      <WhoMay />
    </>
  )
}

function WhoMay() {
  const [{ section, action }, setQuery] = useQueryStates(PARAMETERS)
  const { data: staff } = useStaff()
  const { data: roles } = useRoles()
  const allowed = roles?.filter((role) => role.permissions.includes(`${section}.${action}`))
  const names = new Set(allowed?.map(({ name }) => name))
  const people = staff?.filter((member) => member.status === 'active' && names.has(member.user_role))
  return (
    <Card title="Who has access to what">
      <div className="mb-4 grid gap-3 sm:flex">
        <FormRow label="Section" className="sm:w-52">
          <Select
            options={SECTIONS.map((value) => ({ value, label: SECTION_LABELS[value] }))}
            value={section}
            onChange={(event) => {
              const chosen = SECTIONS.find((one) => one === event.target.value) ?? section
              const possible = SECTION_ACTIONS[chosen].includes(action) ? action : 'view'
              void setQuery({ section: chosen, action: possible })
            }}
          />
        </FormRow>
        <FormRow label="Action" className="sm:w-52">
          <Select
            options={SECTION_ACTIONS[section].map((value) => ({ value, label: ACTION_LABELS[value] }))}
            value={action}
            onChange={(event) => void setQuery({ action: ACTIONS.find((a) => a === event.target.value) })}
          />
        </FormRow>
      </div>
      {!allowed || !people ? (
        <Skeleton className="h-16 w-full" />
      ) : (
        <div role="status" className="grid gap-4 text-sm sm:grid-cols-2">
          <List
            title="Roles"
            empty="No role may do this."
            items={allowed.map((role) => ({ href: rolePath(role.id), label: roleLabel(role) }))}
          />
          <List
            title={`People (${people.length})`}
            empty="Nobody may do this."
            items={people.map((member) => ({
              href: staffPath(member.id),
              label: member.full_name || member.email,
            }))}
          />
        </div>
      )}
    </Card>
  )
}

function List({
  title,
  empty,
  items,
}: {
  title: string
  empty: string
  items: { href: string; label: string }[]
}) {
  const [all, setAll] = useState(false)
  return (
    <section>
      <h3 className="mb-1 font-medium">{title}</h3>
      {items.length === 0 ? <p className="text-text-muted">{empty}</p> : null}
      <ul>
        {items.slice(0, all ? undefined : SHOWN).map(({ href, label }) => (
          <li key={href}>
            <Link href={href} className="inline-flex min-h-6 items-center rounded-sm hover:underline">
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {items.length > SHOWN ? (
        <Button size="sm" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the first ${SHOWN}` : `Show all ${formatFigure(items.length)}`}
        </Button>
      ) : null}
    </section>
  )
}
