-- Paging groups: numbers at which a caller speaks from many phones at once, which answer by themselves.

create table public.paging_groups (
  like private.record_columns including all,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  two_way boolean not null default false,
  enabled boolean not null default true,
  unique (tenant_id, id)
);
comment on column public.paging_groups.two_way is 'Whether the phones are heard too (intercom); else only the caller is (paging)';

create table public.paging_group_members (
  like private.record_columns including all,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  paging_group_id uuid not null,
  extension_id uuid not null,
  position integer not null default 1 check (position between 1 and 100),
  unique (paging_group_id, extension_id),
  foreign key (tenant_id, paging_group_id) references public.paging_groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, extension_id) references public.extensions (tenant_id, id)
);
create index paging_group_members_group_idx on public.paging_group_members (tenant_id, paging_group_id, position);
create index paging_group_members_extension_idx on public.paging_group_members (tenant_id, extension_id);

-- The list's rows: a group with the number of its members.
create view public.paging_group_list with (security_invoker = true) as
select g.*,
  (select count(*)::int from public.paging_group_members m where m.tenant_id = g.tenant_id and m.paging_group_id = g.id)
    as members
from public.paging_groups g;
revoke all on public.paging_group_list from anon, authenticated, service_role;
grant select on public.paging_group_list to authenticated, service_role;

select private.records('paging_groups', section => 'telephony', number => 'number', destination => 'number',
  not_while_suspended => true, source => 'paging_group_list', search => '{name,number}',
  sort => '{name,number,members,enabled}', filter => '{enabled}', snapshot => '{}');
select private.parts('paging_group_members', of => 'paging_groups', by => 'paging_group_id', sort => '{position}',
  filter => '{paging_group_id}', snapshot => '{}');
