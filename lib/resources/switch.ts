import { z } from 'zod'
import { kept, matching, number, refusing, text, toggle } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { SWITCHES as LIMITS } from '../supabase/constraints'
import { HOST, switchName } from './switch-fields'

const tenants = z
  .array(z.object({ id: z.string(), tenant_id: z.string({ error: 'Choose a tenant.' }) }))
  .max(1000, 'At most 1,000 tenants.')

/** A FreeSWITCH server that gets its call routing from this app. */
export const freeSwitch = defineResource({
  table: 'switches',
  view: 'switch_list',
  section: 'superadmin',
  noun: 'switch',
  description: 'The FreeSWITCH servers that get their configuration and call routing from here.',
  fields: {
    name: switchName('The user name with which it signs in here.'),
    address: text({
      label: 'Address',
      required: 'Enter its address.',
      ...HOST,
      placeholder: 'pbx1.example.com',
    }),
    behind_nat: toggle({
      label: 'Behind NAT',
      hint: 'Turn this on if the address belongs to a router or a cloud provider, not to the switch’s own network interface. Carriers and phones outside its network are then given this address. Restart FreeSWITCH after a change.',
    }),
    freeswitch_version: text({
      label: 'FreeSWITCH version',
      maxLength: 11,
      rule: matching(/^[0-9]{1,3}(\.[0-9]{1,3}){1,2}$/, 'Enter a version such as 1.10.12.'),
      hint: 'As freeswitch -version prints it. 1.10 or later.',
    }),
    description: text(LIMITS.description),
    internal_profile_port: number({
      ...LIMITS.internal_profile_port,
      label: 'Port for phones',
      start: 5060,
      hint: 'The next one is for TLS. Phones get 5060 and 5061 in their files, or the outbound proxy’s port.',
    }),
    external_profile_port: number({
      ...LIMITS.external_profile_port,
      label: 'Port for carriers',
      start: 5080,
      hint: 'The next one is for TLS.',
    }),
    enabled: toggle({ label: 'Enabled', start: true, hint: 'Requests from a disabled switch are refused.' }),
    all_tenants: toggle({
      label: 'Serves all tenants',
      start: true,
      hint: 'A call rings only phones that are registered with the same switch. Each tenant’s carriers and phones should use one switch at a time.',
    }),
    switch_tenants: kept(tenants, []),
  },
  rules: (form) =>
    form
      .superRefine(
        (
          { address, behind_nat, internal_profile_port, external_profile_port, all_tenants, switch_tenants },
          context,
        ) => {
          const issue = refusing(context)
          if (behind_nat && !z.ipv4().safeParse(address).success)
            issue('address', 'Behind NAT, enter the public IPv4 address.')
          if (Math.abs(internal_profile_port - external_profile_port) < 2)
            issue('external_profile_port', 'Phones and carriers need different ports, also for TLS.')
          if (!all_tenants && switch_tenants.length === 0) issue('all_tenants', 'Choose at least one tenant.')
        },
      )
      .transform((typed) => (typed.all_tenants ? { ...typed, switch_tenants: [] } : typed)),
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'address', sortable: true, phone: 'secondary' },
    { id: 'freeswitch_version', header: 'Version', sortable: true, phone: 'hidden' },
    { id: 'all_tenants', header: 'Tenants', phone: 'hidden' },
    { id: 'secret_set_at', header: 'Secret', phone: 'hidden' },
    { id: 'last_seen_at', header: 'Last seen', sortable: true, phone: 'secondary' },
    { id: 'enabled' },
  ],
  search: 'Name, description or address',
  filters: ['enabled'],
  sort: { column: 'name' },
  unique: ['name'],
  children: [{ table: 'switch_tenants', parent: 'switch_id', orderBy: 'created_at' }],
  label: ({ name }) => name,
})
