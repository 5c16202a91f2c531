-- What the signed-in member may do now, as the policies see it: with the role they have taken on, never more than their
-- own. The app asks for it beside the member, so that a page waits for neither after the other.
create function public.own_permissions() returns table (section text, action text)
language sql stable set search_path = '' as $$
  select p.section, p.action from public.role_permissions p
  where p.role = (select private.own_role()) and private.has_permission(p.section, p.action)
  order by 1, 2
$$;
