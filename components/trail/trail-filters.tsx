import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useMember } from '@/hooks/use-member'
import { useTrailPeople, type useTrailQuery } from '@/hooks/use-trail'
import { may, SECTIONS } from '@/lib/session/permissions'
import { SECTION_LABELS } from '@/lib/staff/permission-labels'
import { TRAIL_ACTIONS } from '@/lib/trail/change'

/** Narrows the trail down by words, person, section and action. */
export function TrailFilters({ address }: { address: ReturnType<typeof useTrailQuery> }) {
  const { permissions } = useMember()
  const people = useTrailPeople()
  const { query, filter } = address
  const sections = SECTIONS.filter((section) => may(permissions, section))
  return (
    <search className="grid min-w-0 flex-1 grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
      <FormRow label="Search the trail" labelHidden className="max-sm:col-span-2 sm:w-56">
        <Input
          type="search"
          placeholder="Record or email"
          maxLength={100}
          value={query.search}
          onChange={(event) => address.search(event.target.value)}
        />
      </FormRow>
      <FormRow label="Person" labelHidden className="max-sm:col-span-2 sm:w-52">
        <Select
          placeholder="Everyone"
          value={query.person}
          options={(people.data ?? []).map(({ actor, email }) => ({
            value: actor,
            label: email || 'No email',
          }))}
          onChange={(event) => filter('person', event.target.value)}
        />
      </FormRow>
      <FormRow label="Section" labelHidden className="sm:w-36">
        <Select
          placeholder="All sections"
          value={query.section}
          options={sections.map((section) => ({ value: section, label: SECTION_LABELS[section] }))}
          onChange={(event) => filter('section', event.target.value)}
        />
      </FormRow>
      <FormRow label="Action" labelHidden className="sm:w-36">
        <Select
          placeholder="All actions"
          value={query.action}
          options={TRAIL_ACTIONS}
          onChange={(event) => filter('action', event.target.value)}
        />
      </FormRow>
    </search>
  )
}
