-- Rules that stood in several places, each as one function that the rest asks. `npm run types` writes what the app needs
-- of them into lib/supabase/constraints.ts.

-- 911, its test number 933 and the crisis line 988: dialed directly, never an extension, never blocked (47 CFR 9.16 and
-- 52.200).
create function private.emergency_numbers() returns text[]
language sql immutable set search_path = '' as $$
  select array['911', '933', '988']
$$;
grant execute on function private.emergency_numbers() to authenticated, service_role;

-- Whether a rule for a number, or for numbers that begin with it, is for an emergency number.
create function private.matches_emergency(match text, number text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_or(e = number or (match = 'prefix' and starts_with(e, number))), false)
  from unnest(private.emergency_numbers()) e
$$;
grant execute on function private.matches_emergency(text, text) to authenticated, service_role;

alter table public.extensions
  drop constraint extensions_leave_emergency_numbers,
  add constraint extensions_leave_emergency_numbers check (extension <> all (private.emergency_numbers()));
alter table public.call_block_rules
  drop constraint call_block_rules_spare_emergency,
  add constraint call_block_rules_spare_emergency
    check (direction = 'inbound' or not private.matches_emergency(match, number));

-- What applies where a tenant has no setting of its own.
create function private.product_settings() returns json
language sql immutable set search_path = '' as $$
  select '{
    "country": "US", "area_code": null, "language": "en-US", "outbound_did_id": null, "hold_music_recording_id": null,
    "extension_low": 1000, "extension_high": 1999, "did_limit": null, "concurrent_call_limit": null,
    "voicemail_enabled": true, "voicemail_attach": true, "voicemail_keep": true, "recording_retention_days": 90,
    "emergency_notification_emails": null
  }'::json
$$;
grant execute on function private.product_settings() to authenticated, service_role;

-- The recordings, of a tenant or of all, that have been kept long enough: up to 500 at a time.
create or replace function public.expired_call_recordings(tenant uuid default null) returns setof text
language sql stable security invoker set search_path = '' as $$
  select r.path
  from public.call_recordings r
  left join public.tenant_settings s on s.id = r.tenant_id
  where (tenant is null or r.tenant_id = tenant)
    and r.created_at < now() - make_interval(days => coalesce(s.recording_retention_days,
      (private.product_settings() ->> 'recording_retention_days')::integer))
  limit 500
$$;
