-- Whose customer or opportunity it is, by name, for everyone who sees the lists; members themselves stay out of sight.

drop view public.customer_list;
drop view public.opportunity_list;
drop function public.owners();
drop function private.owners();

-- Those who may own a customer or an opportunity, and those who do without being able to any more (`may_own` false), as far
-- as the caller's work needs their names.
create function private.owners() returns table (id uuid, name text, may_own boolean)
language sql stable security definer set search_path = '' as $$
  select w.id, w.name, w.may_own
  from (
    select m.id, coalesce(nullif(m.full_name, ''), m.email) as name, m.status = 'active'
      and exists (select 1 from public.role_permissions p
        where p.role = m.user_role and p.section in ('customers', 'sales') and p.action = 'edit') as may_own
    from public.members m
  ) w
  where (private.has_permission('customers', 'view') or private.has_permission('sales', 'view'))
    and (w.may_own or exists (select 1 from public.companies c where c.owner_id = w.id)
      or exists (select 1 from public.opportunities o where o.owner_id = w.id))
  order by w.name
$$;
grant execute on function private.owners() to authenticated, service_role;
create function public.owners() returns table (id uuid, name text, may_own boolean)
language sql stable security invoker set search_path = '' as $$ select * from private.owners() $$;
grant execute on function public.owners() to authenticated, service_role;

create view public.customer_list with (security_invoker = true) as
select c.*,
  (select count(*) from public.extensions e where e.tenant_id = c.domain_uuid) as seats,
  t.extension_limit as seats_licensed,
  (select coalesce(sum(i.total - i.paid), 0) from public.invoices i
    where i.tenant_id = c.domain_uuid and i.status = 'issued') as balance,
  w.name as owner_name,
  exists (select 1 from public.invoices i
    where i.tenant_id = c.domain_uuid and i.status = 'issued' and i.due_on < current_date) as overdue,
  (select count(*) from public.opportunities o
    where o.company_id = c.id and o.status not in ('won', 'lost')) as open_opportunities,
  (select coalesce(sum(o.amount), 0) from public.opportunities o
    where o.company_id = c.id and o.status not in ('won', 'lost')) as open_amount,
  exists (select 1 from public.opportunities o
    where o.company_id = c.id and o.status not in ('won', 'lost')) as in_pipeline,
  greatest(c.updated_at,
    (select max(o.updated_at) from public.opportunities o where o.company_id = c.id),
    (select max(n.created_at) from public.opportunity_notes n join public.opportunities o on o.id = n.opportunity_id
      where o.company_id = c.id)) as last_activity
from public.companies c
left join public.tenants t on t.id = c.domain_uuid
left join private.owners() w on w.id = c.owner_id;
revoke all on public.customer_list from anon, authenticated;
grant select on public.customer_list to authenticated, service_role;

create view public.opportunity_list with (security_invoker = true) as
select o.*, c.name as company_name, w.name as owner_name
from public.opportunities o
left join public.companies c on c.id = o.company_id
left join private.owners() w on w.id = o.owner_id;
revoke all on public.opportunity_list from anon, authenticated;
grant select on public.opportunity_list to authenticated, service_role;
