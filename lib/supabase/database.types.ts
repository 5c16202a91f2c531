export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      accepted_problems: {
        Row: {
          accepted_by: string
          created_at: string
          id: string
          name: string
          note: string
          problem_key: string
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          accepted_by?: string
          created_at?: string
          id?: string
          name: string
          note: string
          problem_key: string
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          accepted_by?: string
          created_at?: string
          id?: string
          name?: string
          note?: string
          problem_key?: string
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'accepted_problems_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      archived_call_months: {
        Row: {
          brought_back: number
          calls: number
          created_at: string
          id: string
          month: string
        }
        Insert: {
          brought_back?: number
          calls: number
          created_at?: string
          id?: string
          month: string
        }
        Update: {
          brought_back?: number
          calls?: number
          created_at?: string
          id?: string
          month?: string
        }
        Relationships: []
      }
      audit_log: {
        Row: {
          action: string
          actor: string | null
          actor_email: string | null
          at: string
          changes: NonNullable<Json>
          created_at: string
          id: string
          parent_id: string | null
          record_id: string
          record_label: string
          record_version: number | null
          section: string
          seq: number
          table_name: string
          tenant_id: string | null
          transaction_id: number
          updated_at: string
          version: number
        }
        Insert: {
          action: string
          actor?: string | null
          actor_email?: string | null
          at?: string
          changes: NonNullable<Json>
          created_at?: string
          id?: string
          parent_id?: string | null
          record_id: string
          record_label?: string
          record_version?: number | null
          section: string
          seq?: never
          table_name: string
          tenant_id?: string | null
          transaction_id?: number
          updated_at?: string
          version?: number
        }
        Update: {
          action?: string
          actor?: string | null
          actor_email?: string | null
          at?: string
          changes?: NonNullable<Json>
          created_at?: string
          id?: string
          parent_id?: string | null
          record_id?: string
          record_label?: string
          record_version?: number | null
          section?: string
          seq?: never
          table_name?: string
          tenant_id?: string | null
          transaction_id?: number
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      billing_accounts: {
        Row: {
          created_at: string
          currency: string
          id: string
          rate_plan_id: string | null
          tax_exemption: string
          tax_jurisdiction_id: string | null
          tenant_id: string
          terms_days: number | null
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          currency?: string
          id?: string
          rate_plan_id?: string | null
          tax_exemption?: string
          tax_jurisdiction_id?: string | null
          tenant_id: string
          terms_days?: number | null
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          currency?: string
          id?: string
          rate_plan_id?: string | null
          tax_exemption?: string
          tax_jurisdiction_id?: string | null
          tenant_id?: string
          terms_days?: number | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'billing_accounts_rate_plan_currency'
            columns: ['rate_plan_id', 'currency']
            isOneToOne: false
            referencedRelation: 'rate_plans'
            referencedColumns: ['id', 'currency']
          },
          {
            foreignKeyName: 'billing_accounts_tax_jurisdiction_id_fkey'
            columns: ['tax_jurisdiction_id']
            isOneToOne: false
            referencedRelation: 'tax_jurisdictions'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'billing_accounts_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: true
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      call_block_rules: {
        Row: {
          action: string
          created_at: string
          destination_id: string | null
          direction: string
          enabled: boolean
          expires_at: string | null
          extension_id: string | null
          hits: number
          id: string
          last_hit_at: string | null
          match: string
          name: string
          number: string | null
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          action?: string
          created_at?: string
          destination_id?: string | null
          direction?: string
          enabled?: boolean
          expires_at?: string | null
          extension_id?: string | null
          hits?: number
          id?: string
          last_hit_at?: string | null
          match?: string
          name?: string
          number?: string | null
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          action?: string
          created_at?: string
          destination_id?: string | null
          direction?: string
          enabled?: boolean
          expires_at?: string | null
          extension_id?: string | null
          hits?: number
          id?: string
          last_hit_at?: string | null
          match?: string
          name?: string
          number?: string | null
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'call_block_rules_destination_id_fkey'
            columns: ['tenant_id', 'destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_block_rules_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extension_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_block_rules_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extensions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_block_rules_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      call_center_agents: {
        Row: {
          busy_delay_time: number
          call_timeout: number
          created_at: string
          extension_id: string
          id: string
          max_no_answer: number
          name: string
          no_answer_delay_time: number
          reject_delay_time: number
          status: string
          status_changed_at: string
          tenant_id: string
          time_condition_id: string | null
          updated_at: string
          version: number
          wrap_up_time: number
        }
        Insert: {
          busy_delay_time?: number
          call_timeout?: number
          created_at?: string
          extension_id: string
          id?: string
          max_no_answer?: number
          name: string
          no_answer_delay_time?: number
          reject_delay_time?: number
          status?: string
          status_changed_at?: string
          tenant_id: string
          time_condition_id?: string | null
          updated_at?: string
          version?: number
          wrap_up_time?: number
        }
        Update: {
          busy_delay_time?: number
          call_timeout?: number
          created_at?: string
          extension_id?: string
          id?: string
          max_no_answer?: number
          name?: string
          no_answer_delay_time?: number
          reject_delay_time?: number
          status?: string
          status_changed_at?: string
          tenant_id?: string
          time_condition_id?: string | null
          updated_at?: string
          version?: number
          wrap_up_time?: number
        }
        Relationships: [
          {
            foreignKeyName: 'call_center_agents_tenant_id_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: true
            referencedRelation: 'extension_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_agents_tenant_id_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: true
            referencedRelation: 'extensions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_agents_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'call_center_agents_time_condition_id_fkey'
            columns: ['tenant_id', 'time_condition_id']
            isOneToOne: false
            referencedRelation: 'time_condition_schedules'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_agents_time_condition_id_fkey'
            columns: ['tenant_id', 'time_condition_id']
            isOneToOne: false
            referencedRelation: 'time_conditions'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      call_center_queues: {
        Row: {
          announce_interval: number
          announce_recording_id: string | null
          caller_id_name_prefix: string
          created_at: string
          discard_abandoned_after: number
          enabled: boolean
          exit_key: string | null
          greeting_recording_id: string | null
          hold_music_recording_id: string | null
          id: string
          max_wait_time: number
          max_wait_time_with_no_agent: number
          name: string
          number: string
          record: boolean
          service_level_seconds: number
          strategy: string
          tenant_id: string
          tier_rule_wait: number
          tier_rules_apply: boolean
          timeout_destination_id: string | null
          updated_at: string
          version: number
        }
        Insert: {
          announce_interval?: number
          announce_recording_id?: string | null
          caller_id_name_prefix?: string
          created_at?: string
          discard_abandoned_after?: number
          enabled?: boolean
          exit_key?: string | null
          greeting_recording_id?: string | null
          hold_music_recording_id?: string | null
          id?: string
          max_wait_time?: number
          max_wait_time_with_no_agent?: number
          name: string
          number: string
          record?: boolean
          service_level_seconds?: number
          strategy?: string
          tenant_id: string
          tier_rule_wait?: number
          tier_rules_apply?: boolean
          timeout_destination_id?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          announce_interval?: number
          announce_recording_id?: string | null
          caller_id_name_prefix?: string
          created_at?: string
          discard_abandoned_after?: number
          enabled?: boolean
          exit_key?: string | null
          greeting_recording_id?: string | null
          hold_music_recording_id?: string | null
          id?: string
          max_wait_time?: number
          max_wait_time_with_no_agent?: number
          name?: string
          number?: string
          record?: boolean
          service_level_seconds?: number
          strategy?: string
          tenant_id?: string
          tier_rule_wait?: number
          tier_rules_apply?: boolean
          timeout_destination_id?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'call_center_queues_announce_recording_id_fkey'
            columns: ['tenant_id', 'announce_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_queues_greeting_recording_id_fkey'
            columns: ['tenant_id', 'greeting_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_queues_hold_music_recording_id_fkey'
            columns: ['tenant_id', 'hold_music_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_queues_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'call_center_queues_timeout_destination_id_fkey'
            columns: ['tenant_id', 'timeout_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      call_center_tiers: {
        Row: {
          agent_id: string
          created_at: string
          id: string
          level: number
          position: number
          queue_id: string
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          agent_id: string
          created_at?: string
          id?: string
          level?: number
          position?: number
          queue_id: string
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          agent_id?: string
          created_at?: string
          id?: string
          level?: number
          position?: number
          queue_id?: string
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'call_center_tiers_agent_id_fkey'
            columns: ['tenant_id', 'agent_id']
            isOneToOne: false
            referencedRelation: 'call_center_agent_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_tiers_agent_id_fkey'
            columns: ['tenant_id', 'agent_id']
            isOneToOne: false
            referencedRelation: 'call_center_agents'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_tiers_queue_id_fkey'
            columns: ['tenant_id', 'queue_id']
            isOneToOne: false
            referencedRelation: 'call_center_queue_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_tiers_queue_id_fkey'
            columns: ['tenant_id', 'queue_id']
            isOneToOne: false
            referencedRelation: 'call_center_queues'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_tiers_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      call_expectations: {
        Row: {
          created_at: string
          destination_id: string | null
          id: string
          name: string
          outcome: string
          question: NonNullable<Json>
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          destination_id?: string | null
          id?: string
          name: string
          outcome: string
          question: NonNullable<Json>
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          destination_id?: string | null
          id?: string
          name?: string
          outcome?: string
          question?: NonNullable<Json>
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'call_expectations_destination_id_fkey'
            columns: ['tenant_id', 'destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_expectations_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      call_flows: {
        Row: {
          alternate_destination_id: string
          alternate_label: string
          alternate_recording_id: string | null
          created_at: string
          enabled: boolean
          feature_code: string
          id: string
          name: string
          normal_destination_id: string
          normal_label: string
          normal_recording_id: string | null
          number: string
          reverts_at: string | null
          state: string
          switched_at: string | null
          switched_by: string
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          alternate_destination_id: string
          alternate_label?: string
          alternate_recording_id?: string | null
          created_at?: string
          enabled?: boolean
          feature_code: string
          id?: string
          name: string
          normal_destination_id: string
          normal_label?: string
          normal_recording_id?: string | null
          number: string
          reverts_at?: string | null
          state?: string
          switched_at?: string | null
          switched_by?: string
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          alternate_destination_id?: string
          alternate_label?: string
          alternate_recording_id?: string | null
          created_at?: string
          enabled?: boolean
          feature_code?: string
          id?: string
          name?: string
          normal_destination_id?: string
          normal_label?: string
          normal_recording_id?: string | null
          number?: string
          reverts_at?: string | null
          state?: string
          switched_at?: string | null
          switched_by?: string
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'call_flows_alternate_destination_id_fkey'
            columns: ['tenant_id', 'alternate_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_flows_alternate_recording_id_fkey'
            columns: ['tenant_id', 'alternate_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_flows_normal_destination_id_fkey'
            columns: ['tenant_id', 'normal_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_flows_normal_recording_id_fkey'
            columns: ['tenant_id', 'normal_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_flows_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      call_recordings: {
        Row: {
          created_at: string
          duration_ms: number
          format: string
          id: string
          path: string
          peaks: number[]
          size_bytes: number
          tenant_id: string
        }
        Insert: {
          created_at?: string
          duration_ms: number
          format: string
          id: string
          path: string
          peaks: number[]
          size_bytes: number
          tenant_id: string
        }
        Update: {
          created_at?: string
          duration_ms?: number
          format?: string
          id?: string
          path?: string
          peaks?: number[]
          size_bytes?: number
          tenant_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'call_recordings_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      cdr: {
        Row: {
          account_code: string | null
          addresses: Json | null
          answer_at: string | null
          call_uuid: string
          codec: string | null
          created_at: string
          did: string | null
          direction: string
          duration: number
          end_at: string
          extension: string | null
          extension_id: string | null
          from_name: string
          from_number: string
          from_reversed: string | null
          hangup_cause: string
          id: string
          legs: Json | null
          mos: number | null
          path: Json | null
          q850: number | null
          raw: Json | null
          recording_path: string | null
          ring_seconds: number
          start_at: string
          status: string
          talk_seconds: number
          tenant_id: string
          to_number: string
          to_reversed: string | null
        }
        Insert: {
          account_code?: string | null
          addresses?: Json | null
          answer_at?: string | null
          call_uuid: string
          codec?: string | null
          created_at?: string
          did?: string | null
          direction: string
          duration?: number
          end_at: string
          extension?: string | null
          extension_id?: string | null
          from_name?: string
          from_number?: string
          from_reversed?: never
          hangup_cause?: string
          id: string
          legs?: Json | null
          mos?: number | null
          path?: Json | null
          q850?: number | null
          raw?: Json | null
          recording_path?: string | null
          ring_seconds?: number
          start_at: string
          status: string
          talk_seconds?: number
          tenant_id: string
          to_number?: string
          to_reversed?: never
        }
        Update: {
          account_code?: string | null
          addresses?: Json | null
          answer_at?: string | null
          call_uuid?: string
          codec?: string | null
          created_at?: string
          did?: string | null
          direction?: string
          duration?: number
          end_at?: string
          extension?: string | null
          extension_id?: string | null
          from_name?: string
          from_number?: string
          from_reversed?: never
          hangup_cause?: string
          id?: string
          legs?: Json | null
          mos?: number | null
          path?: Json | null
          q850?: number | null
          raw?: Json | null
          recording_path?: string | null
          ring_seconds?: number
          start_at?: string
          status?: string
          talk_seconds?: number
          tenant_id?: string
          to_number?: string
          to_reversed?: never
        }
        Relationships: [
          {
            foreignKeyName: 'cdr_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      cdr_daily: {
        Row: {
          calls: number
          created_at: string
          day: string
          direction: string
          id: string
          ring_seconds: number
          status: string
          talk_seconds: number
          tenant_id: string
        }
        Insert: {
          calls: number
          created_at?: string
          day: string
          direction: string
          id?: string
          ring_seconds: number
          status: string
          talk_seconds: number
          tenant_id: string
        }
        Update: {
          calls?: number
          created_at?: string
          day?: string
          direction?: string
          id?: string
          ring_seconds?: number
          status?: string
          talk_seconds?: number
          tenant_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'cdr_daily_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      cdr_hourly: {
        Row: {
          calls: number
          created_at: string
          direction: string
          hour: string
          id: string
          ring_seconds: number
          status: string
          talk_seconds: number
          tenant_id: string
        }
        Insert: {
          calls: number
          created_at?: string
          direction: string
          hour: string
          id?: string
          ring_seconds: number
          status: string
          talk_seconds: number
          tenant_id: string
        }
        Update: {
          calls?: number
          created_at?: string
          direction?: string
          hour?: string
          id?: string
          ring_seconds?: number
          status?: string
          talk_seconds?: number
          tenant_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'cdr_hourly_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      cdr_legs: {
        Row: {
          call_id: string
          created_at: string
          id: string
          leg: NonNullable<Json>
          outside_number: string | null
          raw: Json | null
          start_at: string
          talk_seconds: number | null
          tenant_id: string
        }
        Insert: {
          call_id: string
          created_at?: string
          id: string
          leg: NonNullable<Json>
          outside_number?: string | null
          raw?: Json | null
          start_at: string
          talk_seconds?: number | null
          tenant_id: string
        }
        Update: {
          call_id?: string
          created_at?: string
          id?: string
          leg?: NonNullable<Json>
          outside_number?: string | null
          raw?: Json | null
          start_at?: string
          talk_seconds?: number | null
          tenant_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'cdr_legs_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      cdr_rejected: {
        Row: {
          body: string
          body_hash: string
          call_uuid: string | null
          created_at: string
          deliveries: number
          domain: string | null
          id: string
          reason: string
          switch_id: string | null
          tenant_id: string | null
          updated_at: string
          version: number
        }
        Insert: {
          body: string
          body_hash: string
          call_uuid?: string | null
          created_at?: string
          deliveries?: number
          domain?: string | null
          id?: string
          reason: string
          switch_id?: string | null
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          body?: string
          body_hash?: string
          call_uuid?: string | null
          created_at?: string
          deliveries?: number
          domain?: string | null
          id?: string
          reason?: string
          switch_id?: string | null
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'cdr_rejected_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      companies: {
        Row: {
          created_at: string
          domain_uuid: string | null
          id: string
          name: string
          owner_id: string | null
          phone: string | null
          service_address: string
          status: string
          tenant_code: string | null
          time_zone: string | null
          type: string
          updated_at: string
          version: number
          website: string | null
        }
        Insert: {
          created_at?: string
          domain_uuid?: string | null
          id?: string
          name: string
          owner_id?: string | null
          phone?: string | null
          service_address?: string
          status?: string
          tenant_code?: string | null
          time_zone?: string | null
          type?: string
          updated_at?: string
          version?: number
          website?: string | null
        }
        Update: {
          created_at?: string
          domain_uuid?: string | null
          id?: string
          name?: string
          owner_id?: string | null
          phone?: string | null
          service_address?: string
          status?: string
          tenant_code?: string | null
          time_zone?: string | null
          type?: string
          updated_at?: string
          version?: number
          website?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'companies_domain_uuid_fkey'
            columns: ['domain_uuid']
            isOneToOne: true
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'companies_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'members'
            referencedColumns: ['id']
          },
        ]
      }
      company_accounts: {
        Row: {
          billing_address: string
          created_at: string
          id: string
          notes: string
          tax_id: string
          terms_days: number
          updated_at: string
          version: number
        }
        Insert: {
          billing_address?: string
          created_at?: string
          id: string
          notes?: string
          tax_id?: string
          terms_days?: number
          updated_at?: string
          version?: number
        }
        Update: {
          billing_address?: string
          created_at?: string
          id?: string
          notes?: string
          tax_id?: string
          terms_days?: number
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'company_accounts_id_fkey'
            columns: ['id']
            isOneToOne: true
            referencedRelation: 'companies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'company_accounts_id_fkey'
            columns: ['id']
            isOneToOne: true
            referencedRelation: 'customer_list'
            referencedColumns: ['id']
          },
        ]
      }
      company_profiles: {
        Row: {
          address: string
          created_at: string
          email: string | null
          id: string
          name: string
          payment_instructions: string
          phone: string
          quote_terms: string
          tax_id: string
          time_zone: string
          updated_at: string
          version: number
        }
        Insert: {
          address?: string
          created_at?: string
          email?: string | null
          id?: string
          name: string
          payment_instructions?: string
          phone?: string
          quote_terms?: string
          tax_id?: string
          time_zone?: string
          updated_at?: string
          version?: number
        }
        Update: {
          address?: string
          created_at?: string
          email?: string | null
          id?: string
          name?: string
          payment_instructions?: string
          phone?: string
          quote_terms?: string
          tax_id?: string
          time_zone?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      conference_rooms: {
        Row: {
          announces: string
          created_at: string
          enabled: boolean
          greeting_recording_id: string | null
          hold_music_recording_id: string | null
          id: string
          max_members: number
          name: string
          number: string
          record: boolean
          tenant_id: string
          updated_at: string
          version: number
          waits_for_moderator: boolean
        }
        Insert: {
          announces?: string
          created_at?: string
          enabled?: boolean
          greeting_recording_id?: string | null
          hold_music_recording_id?: string | null
          id?: string
          max_members?: number
          name: string
          number: string
          record?: boolean
          tenant_id: string
          updated_at?: string
          version?: number
          waits_for_moderator?: boolean
        }
        Update: {
          announces?: string
          created_at?: string
          enabled?: boolean
          greeting_recording_id?: string | null
          hold_music_recording_id?: string | null
          id?: string
          max_members?: number
          name?: string
          number?: string
          record?: boolean
          tenant_id?: string
          updated_at?: string
          version?: number
          waits_for_moderator?: boolean
        }
        Relationships: [
          {
            foreignKeyName: 'conference_rooms_greeting_recording_id_fkey'
            columns: ['tenant_id', 'greeting_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'conference_rooms_hold_music_recording_id_fkey'
            columns: ['tenant_id', 'hold_music_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'conference_rooms_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      contacts: {
        Row: {
          company_id: string
          created_at: string
          email: string | null
          id: string
          name: string
          phone: string | null
          role: string
          updated_at: string
          version: number
        }
        Insert: {
          company_id: string
          created_at?: string
          email?: string | null
          id?: string
          name: string
          phone?: string | null
          role?: string
          updated_at?: string
          version?: number
        }
        Update: {
          company_id?: string
          created_at?: string
          email?: string | null
          id?: string
          name?: string
          phone?: string | null
          role?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'contacts_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'companies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'contacts_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'customer_list'
            referencedColumns: ['id']
          },
        ]
      }
      destinations: {
        Row: {
          created_at: string
          enabled: boolean
          id: string
          kind: string
          name: string
          number: string
          record_id: string | null
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          enabled?: boolean
          id?: string
          kind: string
          name?: string
          number: string
          record_id?: string | null
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          enabled?: boolean
          id?: string
          kind?: string
          name?: string
          number?: string
          record_id?: string | null
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'destinations_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      device_keys: {
        Row: {
          category: string
          created_at: string
          destination_id: string | null
          device_id: string
          id: string
          label: string
          line: number
          position: number
          tenant_id: string
          type: string
          updated_at: string
          value: string
          version: number
        }
        Insert: {
          category?: string
          created_at?: string
          destination_id?: string | null
          device_id: string
          id?: string
          label?: string
          line?: number
          position: number
          tenant_id: string
          type?: string
          updated_at?: string
          value?: string
          version?: number
        }
        Update: {
          category?: string
          created_at?: string
          destination_id?: string | null
          device_id?: string
          id?: string
          label?: string
          line?: number
          position?: number
          tenant_id?: string
          type?: string
          updated_at?: string
          value?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'device_keys_destination_id_fkey'
            columns: ['tenant_id', 'destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'device_keys_device_id_fkey'
            columns: ['tenant_id', 'device_id']
            isOneToOne: false
            referencedRelation: 'device_rows'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'device_keys_device_id_fkey'
            columns: ['tenant_id', 'device_id']
            isOneToOne: false
            referencedRelation: 'devices'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'device_keys_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      device_lines: {
        Row: {
          created_at: string
          device_id: string
          extension_id: string
          id: string
          line: number
          register_expires: number
          tenant_id: string
          transport: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          device_id: string
          extension_id: string
          id?: string
          line: number
          register_expires?: number
          tenant_id: string
          transport?: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          device_id?: string
          extension_id?: string
          id?: string
          line?: number
          register_expires?: number
          tenant_id?: string
          transport?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'device_lines_device_id_fkey'
            columns: ['tenant_id', 'device_id']
            isOneToOne: false
            referencedRelation: 'device_rows'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'device_lines_device_id_fkey'
            columns: ['tenant_id', 'device_id']
            isOneToOne: false
            referencedRelation: 'devices'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'device_lines_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extension_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'device_lines_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extensions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'device_lines_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      device_profile_keys: {
        Row: {
          category: string
          created_at: string
          destination_id: string | null
          id: string
          label: string
          line: number
          position: number
          profile_id: string
          tenant_id: string
          type: string
          updated_at: string
          value: string
          version: number
        }
        Insert: {
          category?: string
          created_at?: string
          destination_id?: string | null
          id?: string
          label?: string
          line?: number
          position: number
          profile_id: string
          tenant_id: string
          type?: string
          updated_at?: string
          value?: string
          version?: number
        }
        Update: {
          category?: string
          created_at?: string
          destination_id?: string | null
          id?: string
          label?: string
          line?: number
          position?: number
          profile_id?: string
          tenant_id?: string
          type?: string
          updated_at?: string
          value?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'device_profile_keys_destination_id_fkey'
            columns: ['tenant_id', 'destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'device_profile_keys_profile_id_fkey'
            columns: ['tenant_id', 'profile_id']
            isOneToOne: false
            referencedRelation: 'device_profile_rows'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'device_profile_keys_profile_id_fkey'
            columns: ['tenant_id', 'profile_id']
            isOneToOne: false
            referencedRelation: 'device_profiles'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'device_profile_keys_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      device_profile_settings: {
        Row: {
          created_at: string
          enabled: boolean
          id: string
          name: string
          profile_id: string
          tenant_id: string
          updated_at: string
          value: string
          version: number
        }
        Insert: {
          created_at?: string
          enabled?: boolean
          id?: string
          name: string
          profile_id: string
          tenant_id: string
          updated_at?: string
          value?: string
          version?: number
        }
        Update: {
          created_at?: string
          enabled?: boolean
          id?: string
          name?: string
          profile_id?: string
          tenant_id?: string
          updated_at?: string
          value?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'device_profile_settings_profile_id_fkey'
            columns: ['tenant_id', 'profile_id']
            isOneToOne: false
            referencedRelation: 'device_profile_rows'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'device_profile_settings_profile_id_fkey'
            columns: ['tenant_id', 'profile_id']
            isOneToOne: false
            referencedRelation: 'device_profiles'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'device_profile_settings_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      device_profiles: {
        Row: {
          created_at: string
          description: string
          id: string
          model: string
          name: string
          phone_codecs: string[] | null
          phone_firmware_url: string | null
          phone_message_waiting: boolean | null
          phone_ntp_server: string | null
          phone_outbound_proxy: string | null
          phone_pickup_code: string | null
          phone_resync_minutes: number | null
          phone_rtp_dscp: number | null
          phone_sip_dscp: number | null
          phone_srtp: string | null
          phone_vlan_id: number | null
          phone_vlan_priority: number | null
          phone_voicemail_number: string | null
          tenant_id: string
          updated_at: string
          vendor: string
          version: number
        }
        Insert: {
          created_at?: string
          description?: string
          id?: string
          model?: string
          name: string
          phone_codecs?: string[] | null
          phone_firmware_url?: string | null
          phone_message_waiting?: boolean | null
          phone_ntp_server?: string | null
          phone_outbound_proxy?: string | null
          phone_pickup_code?: string | null
          phone_resync_minutes?: number | null
          phone_rtp_dscp?: number | null
          phone_sip_dscp?: number | null
          phone_srtp?: string | null
          phone_vlan_id?: number | null
          phone_vlan_priority?: number | null
          phone_voicemail_number?: string | null
          tenant_id: string
          updated_at?: string
          vendor?: string
          version?: number
        }
        Update: {
          created_at?: string
          description?: string
          id?: string
          model?: string
          name?: string
          phone_codecs?: string[] | null
          phone_firmware_url?: string | null
          phone_message_waiting?: boolean | null
          phone_ntp_server?: string | null
          phone_outbound_proxy?: string | null
          phone_pickup_code?: string | null
          phone_resync_minutes?: number | null
          phone_rtp_dscp?: number | null
          phone_sip_dscp?: number | null
          phone_srtp?: string | null
          phone_vlan_id?: number | null
          phone_vlan_priority?: number | null
          phone_voicemail_number?: string | null
          tenant_id?: string
          updated_at?: string
          vendor?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'device_profiles_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      devices: {
        Row: {
          created_at: string
          enabled: boolean
          id: string
          inventory_id: string | null
          label: string
          last_provisioned_at: string | null
          location: string
          mac: string
          model: string
          profile_id: string | null
          serial_number: string
          tenant_id: string
          updated_at: string
          vendor: string
          version: number
        }
        Insert: {
          created_at?: string
          enabled?: boolean
          id?: string
          inventory_id?: string | null
          label?: string
          last_provisioned_at?: string | null
          location?: string
          mac: string
          model?: string
          profile_id?: string | null
          serial_number?: string
          tenant_id: string
          updated_at?: string
          vendor?: string
          version?: number
        }
        Update: {
          created_at?: string
          enabled?: boolean
          id?: string
          inventory_id?: string | null
          label?: string
          last_provisioned_at?: string | null
          location?: string
          mac?: string
          model?: string
          profile_id?: string | null
          serial_number?: string
          tenant_id?: string
          updated_at?: string
          vendor?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'devices_inventory_id_fkey'
            columns: ['inventory_id']
            isOneToOne: true
            referencedRelation: 'inventory'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'devices_profile_id_fkey'
            columns: ['tenant_id', 'profile_id']
            isOneToOne: false
            referencedRelation: 'device_profile_rows'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'devices_profile_id_fkey'
            columns: ['tenant_id', 'profile_id']
            isOneToOne: false
            referencedRelation: 'device_profiles'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'devices_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      did_conditions: {
        Row: {
          caller: string | null
          created_at: string
          destination_id: string
          did_id: string
          enabled: boolean
          id: string
          match: string
          position: number
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          caller?: string | null
          created_at?: string
          destination_id: string
          did_id: string
          enabled?: boolean
          id?: string
          match: string
          position: number
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          caller?: string | null
          created_at?: string
          destination_id?: string
          did_id?: string
          enabled?: boolean
          id?: string
          match?: string
          position?: number
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'did_conditions_destination_id_fkey'
            columns: ['tenant_id', 'destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'did_conditions_did_id_fkey'
            columns: ['tenant_id', 'did_id']
            isOneToOne: false
            referencedRelation: 'did_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'did_conditions_did_id_fkey'
            columns: ['tenant_id', 'did_id']
            isOneToOne: false
            referencedRelation: 'dids'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'did_conditions_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      did_costs: {
        Row: {
          created_at: string
          id: string
          monthly_cost: number | null
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          id: string
          monthly_cost?: number | null
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          monthly_cost?: number | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'did_costs_id_fkey'
            columns: ['id']
            isOneToOne: true
            referencedRelation: 'did_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'did_costs_id_fkey'
            columns: ['id']
            isOneToOne: true
            referencedRelation: 'dids'
            referencedColumns: ['id']
          },
        ]
      }
      dids: {
        Row: {
          account_code: string
          aging_until: string | null
          caller_id_prefix: string
          carrier: string
          created_at: string
          description: string
          destination_id: string | null
          distinctive_ring: string
          e911_answered_at: string | null
          e911_answered_by: string
          e911_reason: string
          e911_reference: string
          e911_state: string
          e911_submitted_at: string | null
          e911_submitted_by: string
          emergency: boolean
          emergency_address_id: string | null
          enabled: boolean
          fax: boolean
          gateway_id: string | null
          hold_music_recording_id: string | null
          id: string
          number: string
          override_destination_id: string | null
          override_until: string | null
          record: boolean
          status: string
          tags: string[]
          tenant_id: string | null
          text_messages: boolean
          updated_at: string
          version: number
          voice: boolean
        }
        Insert: {
          account_code?: string
          aging_until?: string | null
          caller_id_prefix?: string
          carrier?: string
          created_at?: string
          description?: string
          destination_id?: string | null
          distinctive_ring?: string
          e911_answered_at?: string | null
          e911_answered_by?: string
          e911_reason?: string
          e911_reference?: string
          e911_state?: string
          e911_submitted_at?: string | null
          e911_submitted_by?: string
          emergency?: boolean
          emergency_address_id?: string | null
          enabled?: boolean
          fax?: boolean
          gateway_id?: string | null
          hold_music_recording_id?: string | null
          id?: string
          number: string
          override_destination_id?: string | null
          override_until?: string | null
          record?: boolean
          status?: string
          tags?: string[]
          tenant_id?: string | null
          text_messages?: boolean
          updated_at?: string
          version?: number
          voice?: boolean
        }
        Update: {
          account_code?: string
          aging_until?: string | null
          caller_id_prefix?: string
          carrier?: string
          created_at?: string
          description?: string
          destination_id?: string | null
          distinctive_ring?: string
          e911_answered_at?: string | null
          e911_answered_by?: string
          e911_reason?: string
          e911_reference?: string
          e911_state?: string
          e911_submitted_at?: string | null
          e911_submitted_by?: string
          emergency?: boolean
          emergency_address_id?: string | null
          enabled?: boolean
          fax?: boolean
          gateway_id?: string | null
          hold_music_recording_id?: string | null
          id?: string
          number?: string
          override_destination_id?: string | null
          override_until?: string | null
          record?: boolean
          status?: string
          tags?: string[]
          tenant_id?: string | null
          text_messages?: boolean
          updated_at?: string
          version?: number
          voice?: boolean
        }
        Relationships: [
          {
            foreignKeyName: 'dids_destination_id_fkey'
            columns: ['tenant_id', 'destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'dids_emergency_address_id_fkey'
            columns: ['tenant_id', 'emergency_address_id']
            isOneToOne: false
            referencedRelation: 'emergency_addresses'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'dids_gateway_id_fkey'
            columns: ['gateway_id']
            isOneToOne: false
            referencedRelation: 'gateways'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'dids_hold_music_recording_id_fkey'
            columns: ['tenant_id', 'hold_music_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'dids_override_destination_id_fkey'
            columns: ['tenant_id', 'override_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'dids_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      emergency_addresses: {
        Row: {
          city: string
          country: string
          created_at: string
          id: string
          label: string
          postal_code: string
          state: string
          street: string
          tenant_id: string
          unit: string
          updated_at: string
          validated_at: string | null
          version: number
        }
        Insert: {
          city: string
          country?: string
          created_at?: string
          id?: string
          label: string
          postal_code: string
          state: string
          street: string
          tenant_id: string
          unit?: string
          updated_at?: string
          validated_at?: string | null
          version?: number
        }
        Update: {
          city?: string
          country?: string
          created_at?: string
          id?: string
          label?: string
          postal_code?: string
          state?: string
          street?: string
          tenant_id?: string
          unit?: string
          updated_at?: string
          validated_at?: string | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'emergency_addresses_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      extension_follow_me: {
        Row: {
          confirm: boolean
          created_at: string
          delay: number
          extension_id: string
          id: string
          position: number
          target_destination_id: string
          tenant_id: string
          timeout: number
          updated_at: string
          version: number
        }
        Insert: {
          confirm?: boolean
          created_at?: string
          delay?: number
          extension_id: string
          id?: string
          position: number
          target_destination_id: string
          tenant_id: string
          timeout?: number
          updated_at?: string
          version?: number
        }
        Update: {
          confirm?: boolean
          created_at?: string
          delay?: number
          extension_id?: string
          id?: string
          position?: number
          target_destination_id?: string
          tenant_id?: string
          timeout?: number
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'extension_follow_me_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extension_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extension_follow_me_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extensions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extension_follow_me_target_destination_id_fkey'
            columns: ['tenant_id', 'target_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extension_follow_me_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      extensions: {
        Row: {
          away_greeting_recording_id: string | null
          away_until: string | null
          call_timeout: number
          closed_greeting_recording_id: string | null
          concurrent_limit: number
          created_at: string
          description: string
          do_not_disturb: boolean
          effective_caller_id_name: string
          effective_caller_id_number: string | null
          emergency_did_id: string | null
          enabled: boolean
          extension: string
          first_name: string
          follow_me_enabled: boolean
          forward_all_destination_id: string | null
          forward_all_enabled: boolean
          forward_busy_destination_id: string | null
          forward_busy_enabled: boolean
          forward_no_answer_destination_id: string | null
          forward_no_answer_enabled: boolean
          forward_not_registered_destination_id: string | null
          forward_not_registered_enabled: boolean
          greeting_recording_id: string | null
          greeting_time_condition_id: string | null
          hold_music_recording_id: string | null
          id: string
          last_name: string
          listed_in_directory: boolean
          location: string
          outbound_did_id: string | null
          recording: string
          suspended: boolean
          tenant_id: string
          toll_class: string
          updated_at: string
          version: number
          voicemail_attach: boolean
          voicemail_email: string | null
          voicemail_enabled: boolean
          voicemail_keep: boolean
        }
        Insert: {
          away_greeting_recording_id?: string | null
          away_until?: string | null
          call_timeout?: number
          closed_greeting_recording_id?: string | null
          concurrent_limit?: number
          created_at?: string
          description?: string
          do_not_disturb?: boolean
          effective_caller_id_name?: string
          effective_caller_id_number?: string | null
          emergency_did_id?: string | null
          enabled?: boolean
          extension: string
          first_name?: string
          follow_me_enabled?: boolean
          forward_all_destination_id?: string | null
          forward_all_enabled?: boolean
          forward_busy_destination_id?: string | null
          forward_busy_enabled?: boolean
          forward_no_answer_destination_id?: string | null
          forward_no_answer_enabled?: boolean
          forward_not_registered_destination_id?: string | null
          forward_not_registered_enabled?: boolean
          greeting_recording_id?: string | null
          greeting_time_condition_id?: string | null
          hold_music_recording_id?: string | null
          id?: string
          last_name?: string
          listed_in_directory?: boolean
          location?: string
          outbound_did_id?: string | null
          recording?: string
          suspended?: boolean
          tenant_id: string
          toll_class?: string
          updated_at?: string
          version?: number
          voicemail_attach?: boolean
          voicemail_email?: string | null
          voicemail_enabled?: boolean
          voicemail_keep?: boolean
        }
        Update: {
          away_greeting_recording_id?: string | null
          away_until?: string | null
          call_timeout?: number
          closed_greeting_recording_id?: string | null
          concurrent_limit?: number
          created_at?: string
          description?: string
          do_not_disturb?: boolean
          effective_caller_id_name?: string
          effective_caller_id_number?: string | null
          emergency_did_id?: string | null
          enabled?: boolean
          extension?: string
          first_name?: string
          follow_me_enabled?: boolean
          forward_all_destination_id?: string | null
          forward_all_enabled?: boolean
          forward_busy_destination_id?: string | null
          forward_busy_enabled?: boolean
          forward_no_answer_destination_id?: string | null
          forward_no_answer_enabled?: boolean
          forward_not_registered_destination_id?: string | null
          forward_not_registered_enabled?: boolean
          greeting_recording_id?: string | null
          greeting_time_condition_id?: string | null
          hold_music_recording_id?: string | null
          id?: string
          last_name?: string
          listed_in_directory?: boolean
          location?: string
          outbound_did_id?: string | null
          recording?: string
          suspended?: boolean
          tenant_id?: string
          toll_class?: string
          updated_at?: string
          version?: number
          voicemail_attach?: boolean
          voicemail_email?: string | null
          voicemail_enabled?: boolean
          voicemail_keep?: boolean
        }
        Relationships: [
          {
            foreignKeyName: 'extensions_away_greeting_recording_id_fkey'
            columns: ['tenant_id', 'away_greeting_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_closed_greeting_recording_id_fkey'
            columns: ['tenant_id', 'closed_greeting_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_emergency_did_id_fkey'
            columns: ['tenant_id', 'emergency_did_id']
            isOneToOne: false
            referencedRelation: 'did_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_emergency_did_id_fkey'
            columns: ['tenant_id', 'emergency_did_id']
            isOneToOne: false
            referencedRelation: 'dids'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_forward_all_destination_id_fkey'
            columns: ['tenant_id', 'forward_all_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_forward_busy_destination_id_fkey'
            columns: ['tenant_id', 'forward_busy_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_forward_no_answer_destination_id_fkey'
            columns: ['tenant_id', 'forward_no_answer_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_greeting_recording_id_fkey'
            columns: ['tenant_id', 'greeting_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_greeting_time_condition_id_fkey'
            columns: ['tenant_id', 'greeting_time_condition_id']
            isOneToOne: false
            referencedRelation: 'time_condition_schedules'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_greeting_time_condition_id_fkey'
            columns: ['tenant_id', 'greeting_time_condition_id']
            isOneToOne: false
            referencedRelation: 'time_conditions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_hold_music_recording_id_fkey'
            columns: ['tenant_id', 'hold_music_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_outbound_did_id_fkey'
            columns: ['tenant_id', 'outbound_did_id']
            isOneToOne: false
            referencedRelation: 'did_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_outbound_did_id_fkey'
            columns: ['tenant_id', 'outbound_did_id']
            isOneToOne: false
            referencedRelation: 'dids'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'extensions_tenant_id_forward_not_registered_destination_id_fkey'
            columns: ['tenant_id', 'forward_not_registered_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      fax_boxes: {
        Row: {
          created_at: string
          enabled: boolean
          id: string
          name: string
          number: string
          recipients: string[] | null
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          enabled?: boolean
          id?: string
          name: string
          number: string
          recipients?: string[] | null
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          enabled?: boolean
          id?: string
          name?: string
          number?: string
          recipients?: string[] | null
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'fax_boxes_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      faxes: {
        Row: {
          box: string
          channel: string
          created_at: string
          fax_box_id: string | null
          from_number: string
          from_station: string
          id: string
          pages: number
          path: string | null
          problem: string | null
          received_at: string
          size_bytes: number | null
          switch_id: string | null
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          box: string
          channel: string
          created_at?: string
          fax_box_id?: string | null
          from_number?: string
          from_station?: string
          id?: string
          pages: number
          path?: string | null
          problem?: string | null
          received_at: string
          size_bytes?: number | null
          switch_id?: string | null
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          box?: string
          channel?: string
          created_at?: string
          fax_box_id?: string | null
          from_number?: string
          from_station?: string
          id?: string
          pages?: number
          path?: string | null
          problem?: string | null
          received_at?: string
          size_bytes?: number | null
          switch_id?: string | null
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'faxes_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switch_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'faxes_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switches'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'faxes_tenant_id_fax_box_id_fkey'
            columns: ['tenant_id', 'fax_box_id']
            isOneToOne: false
            referencedRelation: 'fax_boxes'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'faxes_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      feature_codes: {
        Row: {
          code: string
          created_at: string
          enabled: boolean
          feature: string
          id: string
          name: string
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          code: string
          created_at?: string
          enabled?: boolean
          feature: string
          id?: string
          name: string
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          code?: string
          created_at?: string
          enabled?: boolean
          feature?: string
          id?: string
          name?: string
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'feature_codes_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      gateways: {
        Row: {
          caller_id_header: string
          channels: number | null
          codecs: string[] | null
          created_at: string
          description: string
          enabled: boolean
          expire_seconds: number
          from_domain: string
          from_user: string
          host: string
          id: string
          may_carry_emergency: boolean
          name: string
          number_format: string
          ping_seconds: number
          port: number
          prefix: string
          register: boolean
          transport: string
          trusted_addresses: string[]
          updated_at: string
          username: string
          version: number
        }
        Insert: {
          caller_id_header?: string
          channels?: number | null
          codecs?: string[] | null
          created_at?: string
          description?: string
          enabled?: boolean
          expire_seconds?: number
          from_domain?: string
          from_user?: string
          host: string
          id?: string
          may_carry_emergency?: boolean
          name: string
          number_format?: string
          ping_seconds?: number
          port?: number
          prefix?: string
          register?: boolean
          transport?: string
          trusted_addresses?: string[]
          updated_at?: string
          username?: string
          version?: number
        }
        Update: {
          caller_id_header?: string
          channels?: number | null
          codecs?: string[] | null
          created_at?: string
          description?: string
          enabled?: boolean
          expire_seconds?: number
          from_domain?: string
          from_user?: string
          host?: string
          id?: string
          may_carry_emergency?: boolean
          name?: string
          number_format?: string
          ping_seconds?: number
          port?: number
          prefix?: string
          register?: boolean
          transport?: string
          trusted_addresses?: string[]
          updated_at?: string
          username?: string
          version?: number
        }
        Relationships: []
      }
      inventory: {
        Row: {
          asset_tag: string | null
          company_id: string | null
          created_at: string
          id: string
          location: string
          mac: string | null
          model: string
          name: string
          notes: string
          purchase_cost: number | null
          purchased_on: string | null
          receipt_id: string | null
          serial: string | null
          status: string
          updated_at: string
          version: number
          warranty_months: number | null
        }
        Insert: {
          asset_tag?: string | null
          company_id?: string | null
          created_at?: string
          id?: string
          location?: string
          mac?: string | null
          model?: string
          name: string
          notes?: string
          purchase_cost?: number | null
          purchased_on?: string | null
          receipt_id?: string | null
          serial?: string | null
          status?: string
          updated_at?: string
          version?: number
          warranty_months?: number | null
        }
        Update: {
          asset_tag?: string | null
          company_id?: string | null
          created_at?: string
          id?: string
          location?: string
          mac?: string | null
          model?: string
          name?: string
          notes?: string
          purchase_cost?: number | null
          purchased_on?: string | null
          receipt_id?: string | null
          serial?: string | null
          status?: string
          updated_at?: string
          version?: number
          warranty_months?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'inventory_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'companies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'inventory_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'customer_list'
            referencedColumns: ['id']
          },
        ]
      }
      invoice_lines: {
        Row: {
          amount: number
          created_at: string
          cycle_start: string | null
          description: string
          id: string
          invoice_id: string
          kind: string
          line_key: string
          position: number
          quantity: number
          service_from: string | null
          service_to: string | null
          subscription_id: string | null
          tax_jurisdiction: string | null
          tax_percent: number | null
          taxed: number | null
          tenant_id: string
          unit_price: number | null
          updated_at: string
          version: number
        }
        Insert: {
          amount: number
          created_at?: string
          cycle_start?: string | null
          description: string
          id?: string
          invoice_id: string
          kind?: string
          line_key?: string
          position?: number
          quantity?: number
          service_from?: string | null
          service_to?: string | null
          subscription_id?: string | null
          tax_jurisdiction?: string | null
          tax_percent?: number | null
          taxed?: number | null
          tenant_id: string
          unit_price?: number | null
          updated_at?: string
          version?: number
        }
        Update: {
          amount?: number
          created_at?: string
          cycle_start?: string | null
          description?: string
          id?: string
          invoice_id?: string
          kind?: string
          line_key?: string
          position?: number
          quantity?: number
          service_from?: string | null
          service_to?: string | null
          subscription_id?: string | null
          tax_jurisdiction?: string | null
          tax_percent?: number | null
          taxed?: number | null
          tenant_id?: string
          unit_price?: number | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'invoice_lines_invoice_id_fkey'
            columns: ['tenant_id', 'invoice_id']
            isOneToOne: false
            referencedRelation: 'invoices'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'invoice_lines_subscription_id_fkey'
            columns: ['tenant_id', 'subscription_id']
            isOneToOne: false
            referencedRelation: 'subscriptions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'invoice_lines_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      invoices: {
        Row: {
          bill_to: string
          created_at: string
          currency: string
          due_on: string | null
          id: string
          issued_on: string | null
          issuer: string
          note: string
          number: string | null
          paid: number
          payment_instructions: string
          period_start: string
          status: string
          tax_exemption: string
          tenant_id: string
          terms_days: number
          total: number
          updated_at: string
          version: number
          void_reason: string
          voided_at: string | null
        }
        Insert: {
          bill_to?: string
          created_at?: string
          currency?: string
          due_on?: string | null
          id?: string
          issued_on?: string | null
          issuer?: string
          note?: string
          number?: string | null
          paid?: number
          payment_instructions?: string
          period_start: string
          status?: string
          tax_exemption?: string
          tenant_id: string
          terms_days?: number
          total?: number
          updated_at?: string
          version?: number
          void_reason?: string
          voided_at?: string | null
        }
        Update: {
          bill_to?: string
          created_at?: string
          currency?: string
          due_on?: string | null
          id?: string
          issued_on?: string | null
          issuer?: string
          note?: string
          number?: string | null
          paid?: number
          payment_instructions?: string
          period_start?: string
          status?: string
          tax_exemption?: string
          tenant_id?: string
          terms_days?: number
          total?: number
          updated_at?: string
          version?: number
          void_reason?: string
          voided_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'invoices_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      ivr_menu_options: {
        Row: {
          created_at: string
          description: string
          destination_id: string
          digits: string
          enabled: boolean
          id: string
          ivr_menu_id: string
          position: number
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          description?: string
          destination_id: string
          digits: string
          enabled?: boolean
          id?: string
          ivr_menu_id: string
          position?: number
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          description?: string
          destination_id?: string
          digits?: string
          enabled?: boolean
          id?: string
          ivr_menu_id?: string
          position?: number
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'ivr_menu_options_destination_id_fkey'
            columns: ['tenant_id', 'destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menu_options_ivr_menu_id_fkey'
            columns: ['tenant_id', 'ivr_menu_id']
            isOneToOne: false
            referencedRelation: 'ivr_menu_summaries'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menu_options_ivr_menu_id_fkey'
            columns: ['tenant_id', 'ivr_menu_id']
            isOneToOne: false
            referencedRelation: 'ivr_menus'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menu_options_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      ivr_menus: {
        Row: {
          caller_id_name_prefix: string
          created_at: string
          description: string
          digit_length: number
          direct_dial: boolean
          enabled: boolean
          exit_destination_id: string | null
          exit_sound_recording_id: string | null
          greet_long_recording_id: string | null
          greet_short_recording_id: string | null
          id: string
          inter_digit_timeout_ms: number
          invalid_sound_recording_id: string | null
          max_failures: number
          max_timeouts: number
          name: string
          number: string
          tenant_id: string
          timeout_ms: number
          updated_at: string
          version: number
        }
        Insert: {
          caller_id_name_prefix?: string
          created_at?: string
          description?: string
          digit_length?: number
          direct_dial?: boolean
          enabled?: boolean
          exit_destination_id?: string | null
          exit_sound_recording_id?: string | null
          greet_long_recording_id?: string | null
          greet_short_recording_id?: string | null
          id?: string
          inter_digit_timeout_ms?: number
          invalid_sound_recording_id?: string | null
          max_failures?: number
          max_timeouts?: number
          name: string
          number: string
          tenant_id: string
          timeout_ms?: number
          updated_at?: string
          version?: number
        }
        Update: {
          caller_id_name_prefix?: string
          created_at?: string
          description?: string
          digit_length?: number
          direct_dial?: boolean
          enabled?: boolean
          exit_destination_id?: string | null
          exit_sound_recording_id?: string | null
          greet_long_recording_id?: string | null
          greet_short_recording_id?: string | null
          id?: string
          inter_digit_timeout_ms?: number
          invalid_sound_recording_id?: string | null
          max_failures?: number
          max_timeouts?: number
          name?: string
          number?: string
          tenant_id?: string
          timeout_ms?: number
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'ivr_menus_exit_destination_id_fkey'
            columns: ['tenant_id', 'exit_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menus_exit_sound_recording_id_fkey'
            columns: ['tenant_id', 'exit_sound_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menus_greet_long_recording_id_fkey'
            columns: ['tenant_id', 'greet_long_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menus_greet_short_recording_id_fkey'
            columns: ['tenant_id', 'greet_short_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menus_invalid_sound_recording_id_fkey'
            columns: ['tenant_id', 'invalid_sound_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menus_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      licenses: {
        Row: {
          cap: string
          created_at: string
          id: string
          product: string
          purchased: number
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          cap?: string
          created_at?: string
          id?: string
          product: string
          purchased?: number
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          cap?: string
          created_at?: string
          id?: string
          product?: string
          purchased?: number
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'licenses_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      list_versions: {
        Row: {
          created_at: string
          id: string
          sections: string[]
          table_name: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          id?: string
          sections: string[]
          table_name: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          sections?: string[]
          table_name?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      live_calls: {
        Row: {
          answered_at: string | null
          call_uuid: string
          called_number: string
          caller_name: string
          caller_number: string
          change: number
          codec: string | null
          created_at: string
          direction: string
          ended_at: string | null
          id: string
          mos: number | null
          other_name: string | null
          other_number: string | null
          path: Json | null
          queue_id: string | null
          started_at: string
          state: string
          state_at: string
          switch_id: string
          tenant_id: string
          updated_at: string
        }
        Insert: {
          answered_at?: string | null
          call_uuid: string
          called_number: string
          caller_name: string
          caller_number: string
          change: number
          codec?: string | null
          created_at?: string
          direction: string
          ended_at?: string | null
          id?: string
          mos?: number | null
          other_name?: string | null
          other_number?: string | null
          path?: Json | null
          queue_id?: string | null
          started_at: string
          state: string
          state_at: string
          switch_id: string
          tenant_id: string
          updated_at?: string
        }
        Update: {
          answered_at?: string | null
          call_uuid?: string
          called_number?: string
          caller_name?: string
          caller_number?: string
          change?: number
          codec?: string | null
          created_at?: string
          direction?: string
          ended_at?: string | null
          id?: string
          mos?: number | null
          other_name?: string | null
          other_number?: string | null
          path?: Json | null
          queue_id?: string | null
          started_at?: string
          state?: string
          state_at?: string
          switch_id?: string
          tenant_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'live_calls_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switch_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'live_calls_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switches'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'live_calls_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'live_calls_tenant_id_queue_id_fkey'
            columns: ['tenant_id', 'queue_id']
            isOneToOne: false
            referencedRelation: 'call_center_queue_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'live_calls_tenant_id_queue_id_fkey'
            columns: ['tenant_id', 'queue_id']
            isOneToOne: false
            referencedRelation: 'call_center_queues'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      live_switches: {
        Row: {
          calls: number
          counted_at: string
          created_at: string
          id: string
          left_out_at: string | null
          report: number
          reported_at: string
          run: string
          switch_id: string
          updated_at: string
        }
        Insert: {
          calls?: number
          counted_at?: string
          created_at?: string
          id?: string
          left_out_at?: string | null
          report: number
          reported_at?: string
          run: string
          switch_id: string
          updated_at?: string
        }
        Update: {
          calls?: number
          counted_at?: string
          created_at?: string
          id?: string
          left_out_at?: string | null
          report?: number
          reported_at?: string
          run?: string
          switch_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'live_switches_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: true
            referencedRelation: 'switch_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'live_switches_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: true
            referencedRelation: 'switches'
            referencedColumns: ['id']
          },
        ]
      }
      live_tenants: {
        Row: {
          change: number
          created_at: string
          id: string
          tenant_id: string
          updated_at: string
        }
        Insert: {
          change: number
          created_at?: string
          id?: string
          tenant_id: string
          updated_at?: string
        }
        Update: {
          change?: number
          created_at?: string
          id?: string
          tenant_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'live_tenants_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: true
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      mails: {
        Row: {
          attachment: string | null
          attempts: number
          body: string | null
          cause: string
          claimed_until: string | null
          created_at: string
          due_at: string
          given_up_at: string | null
          id: string
          kind: string
          problem: string | null
          recipient: string
          section: string
          sent_at: string | null
          state: string
          subject: string
          tenant_id: string | null
          updated_at: string
          version: number
        }
        Insert: {
          attachment?: string | null
          attempts?: number
          body?: string | null
          cause: string
          claimed_until?: string | null
          created_at?: string
          due_at?: string
          given_up_at?: string | null
          id?: string
          kind: string
          problem?: string | null
          recipient: string
          section?: string
          sent_at?: string | null
          state?: never
          subject: string
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          attachment?: string | null
          attempts?: number
          body?: string | null
          cause?: string
          claimed_until?: string | null
          created_at?: string
          due_at?: string
          given_up_at?: string | null
          id?: string
          kind?: string
          problem?: string | null
          recipient?: string
          section?: string
          sent_at?: string | null
          state?: never
          subject?: string
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'mails_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      members: {
        Row: {
          created_at: string
          email: string
          full_name: string
          id: string
          sessions_valid_from: string | null
          status: string
          updated_at: string
          user_id: string
          user_role: string
          version: number
          viewing_as: string | null
          viewing_as_until: string | null
        }
        Insert: {
          created_at?: string
          email?: string
          full_name?: string
          id?: string
          sessions_valid_from?: string | null
          status?: string
          updated_at?: string
          user_id: string
          user_role: string
          version?: number
          viewing_as?: string | null
          viewing_as_until?: string | null
        }
        Update: {
          created_at?: string
          email?: string
          full_name?: string
          id?: string
          sessions_valid_from?: string | null
          status?: string
          updated_at?: string
          user_id?: string
          user_role?: string
          version?: number
          viewing_as?: string | null
          viewing_as_until?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'members_user_role_fkey'
            columns: ['user_role']
            isOneToOne: false
            referencedRelation: 'roles'
            referencedColumns: ['name']
          },
          {
            foreignKeyName: 'members_viewing_as_fkey'
            columns: ['viewing_as']
            isOneToOne: false
            referencedRelation: 'roles'
            referencedColumns: ['name']
          },
        ]
      }
      notes: {
        Row: {
          author_name: string
          body: string
          company_id: string | null
          created_at: string
          id: string
          opportunity_id: string | null
          subject_id: string
          tenant_id: string | null
          updated_at: string
          version: number
        }
        Insert: {
          author_name?: string
          body: string
          company_id?: string | null
          created_at?: string
          id?: string
          opportunity_id?: string | null
          subject_id?: never
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          author_name?: string
          body?: string
          company_id?: string | null
          created_at?: string
          id?: string
          opportunity_id?: string | null
          subject_id?: never
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'notes_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'companies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notes_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'customer_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notes_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notes_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_choices'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notes_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notes_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      number_coverage: {
        Row: {
          carrier: string
          created_at: string
          fast_port: boolean
          id: string
          line_type: string
          portable: boolean
          prefix: string
          rate_center: string
          state: string
          updated_at: string
          version: number
        }
        Insert: {
          carrier?: string
          created_at?: string
          fast_port?: boolean
          id?: string
          line_type?: string
          portable: boolean
          prefix: string
          rate_center?: string
          state?: string
          updated_at?: string
          version?: number
        }
        Update: {
          carrier?: string
          created_at?: string
          fast_port?: boolean
          id?: string
          line_type?: string
          portable?: boolean
          prefix?: string
          rate_center?: string
          state?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      number_lookups: {
        Row: {
          answer: NonNullable<Json>
          created_at: string
          fetched_at: string
          id: string
          kind: string
          number: string
          provider: string
          updated_at: string
          version: number
        }
        Insert: {
          answer: NonNullable<Json>
          created_at?: string
          fetched_at?: string
          id?: string
          kind: string
          number: string
          provider: string
          updated_at?: string
          version?: number
        }
        Update: {
          answer?: NonNullable<Json>
          created_at?: string
          fetched_at?: string
          id?: string
          kind?: string
          number?: string
          provider?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      number_plan: {
        Row: {
          column_name: string
          created_at: string
          id: string
          kind: string
          name: string
          number: string
          record_id: string
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          column_name: string
          created_at?: string
          id?: string
          kind: string
          name?: string
          number: string
          record_id: string
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          column_name?: string
          created_at?: string
          id?: string
          kind?: string
          name?: string
          number?: string
          record_id?: string
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'number_plan_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      opportunities: {
        Row: {
          amount: number
          close_date: string | null
          closed_at: string | null
          company_id: string
          contact_id: string | null
          created_at: string
          id: string
          lost_reason: string | null
          name: string
          owner_id: string | null
          probability: number
          status: string
          updated_at: string
          version: number
        }
        Insert: {
          amount?: number
          close_date?: string | null
          closed_at?: string | null
          company_id: string
          contact_id?: string | null
          created_at?: string
          id?: string
          lost_reason?: string | null
          name: string
          owner_id?: string | null
          probability?: number
          status?: string
          updated_at?: string
          version?: number
        }
        Update: {
          amount?: number
          close_date?: string | null
          closed_at?: string | null
          company_id?: string
          contact_id?: string | null
          created_at?: string
          id?: string
          lost_reason?: string | null
          name?: string
          owner_id?: string | null
          probability?: number
          status?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'opportunities_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'companies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'opportunities_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'customer_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'opportunities_contact_fkey'
            columns: ['company_id', 'contact_id']
            isOneToOne: false
            referencedRelation: 'contacts'
            referencedColumns: ['company_id', 'id']
          },
          {
            foreignKeyName: 'opportunities_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'members'
            referencedColumns: ['id']
          },
        ]
      }
      opportunity_items: {
        Row: {
          created_at: string
          description: string
          id: string
          monthly_price: number
          one_off_price: number
          opportunity_id: string
          position: number
          quantity: number
          service_id: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          description?: string
          id?: string
          monthly_price?: number
          one_off_price?: number
          opportunity_id: string
          position?: number
          quantity?: number
          service_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          description?: string
          id?: string
          monthly_price?: number
          one_off_price?: number
          opportunity_id?: string
          position?: number
          quantity?: number
          service_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'opportunity_items_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'opportunity_items_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_choices'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'opportunity_items_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'opportunity_items_service_id_fkey'
            columns: ['service_id']
            isOneToOne: false
            referencedRelation: 'services'
            referencedColumns: ['id']
          },
        ]
      }
      opportunity_numbers: {
        Row: {
          carrier: string
          created_at: string
          id: string
          note: string
          number: string
          opportunity_id: string
          portable: boolean | null
          updated_at: string
          version: number
        }
        Insert: {
          carrier?: string
          created_at?: string
          id?: string
          note?: string
          number: string
          opportunity_id: string
          portable?: boolean | null
          updated_at?: string
          version?: number
        }
        Update: {
          carrier?: string
          created_at?: string
          id?: string
          note?: string
          number?: string
          opportunity_id?: string
          portable?: boolean | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'opportunity_numbers_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'opportunity_numbers_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_choices'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'opportunity_numbers_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_list'
            referencedColumns: ['id']
          },
        ]
      }
      outbound_routes: {
        Row: {
          caller_id_did_id: string | null
          concurrent_limit: number | null
          created_at: string
          description: string
          enabled: boolean
          gateway_1_id: string
          gateway_2_id: string | null
          gateway_3_id: string | null
          id: string
          matches: string
          name: string
          pattern: string | null
          position: number
          prefix: string
          strip_digits: number
          tenant_id: string
          toll_class: string
          updated_at: string
          version: number
        }
        Insert: {
          caller_id_did_id?: string | null
          concurrent_limit?: number | null
          created_at?: string
          description?: string
          enabled: boolean
          gateway_1_id: string
          gateway_2_id?: string | null
          gateway_3_id?: string | null
          id?: string
          matches: string
          name: string
          pattern?: string | null
          position?: number
          prefix?: string
          strip_digits?: number
          tenant_id: string
          toll_class: string
          updated_at?: string
          version?: number
        }
        Update: {
          caller_id_did_id?: string | null
          concurrent_limit?: number | null
          created_at?: string
          description?: string
          enabled?: boolean
          gateway_1_id?: string
          gateway_2_id?: string | null
          gateway_3_id?: string | null
          id?: string
          matches?: string
          name?: string
          pattern?: string | null
          position?: number
          prefix?: string
          strip_digits?: number
          tenant_id?: string
          toll_class?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'outbound_routes_caller_id_did_id_fkey'
            columns: ['tenant_id', 'caller_id_did_id']
            isOneToOne: false
            referencedRelation: 'did_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'outbound_routes_caller_id_did_id_fkey'
            columns: ['tenant_id', 'caller_id_did_id']
            isOneToOne: false
            referencedRelation: 'dids'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'outbound_routes_gateway_1_id_fkey'
            columns: ['gateway_1_id']
            isOneToOne: false
            referencedRelation: 'gateways'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'outbound_routes_gateway_2_id_fkey'
            columns: ['gateway_2_id']
            isOneToOne: false
            referencedRelation: 'gateways'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'outbound_routes_gateway_3_id_fkey'
            columns: ['gateway_3_id']
            isOneToOne: false
            referencedRelation: 'gateways'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'outbound_routes_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      paging_group_members: {
        Row: {
          created_at: string
          extension_id: string
          id: string
          paging_group_id: string
          position: number
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          extension_id: string
          id?: string
          paging_group_id: string
          position?: number
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          extension_id?: string
          id?: string
          paging_group_id?: string
          position?: number
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'paging_group_members_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extension_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'paging_group_members_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extensions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'paging_group_members_paging_group_id_fkey'
            columns: ['tenant_id', 'paging_group_id']
            isOneToOne: false
            referencedRelation: 'paging_group_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'paging_group_members_paging_group_id_fkey'
            columns: ['tenant_id', 'paging_group_id']
            isOneToOne: false
            referencedRelation: 'paging_groups'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'paging_group_members_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      paging_groups: {
        Row: {
          created_at: string
          enabled: boolean
          id: string
          name: string
          number: string
          tenant_id: string
          two_way: boolean
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          enabled?: boolean
          id?: string
          name: string
          number: string
          tenant_id: string
          two_way?: boolean
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          enabled?: boolean
          id?: string
          name?: string
          number?: string
          tenant_id?: string
          two_way?: boolean
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'paging_groups_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      park_lots: {
        Row: {
          created_at: string
          enabled: boolean
          hold_music_recording_id: string | null
          id: string
          name: string
          number: string
          places: number
          tenant_id: string
          timeout: number
          timeout_destination_id: string | null
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          enabled?: boolean
          hold_music_recording_id?: string | null
          id?: string
          name: string
          number: string
          places?: number
          tenant_id: string
          timeout?: number
          timeout_destination_id?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          enabled?: boolean
          hold_music_recording_id?: string | null
          id?: string
          name?: string
          number?: string
          places?: number
          tenant_id?: string
          timeout?: number
          timeout_destination_id?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'park_lots_hold_music_recording_id_fkey'
            columns: ['tenant_id', 'hold_music_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'park_lots_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'park_lots_timeout_destination_id_fkey'
            columns: ['tenant_id', 'timeout_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      payments: {
        Row: {
          amount: number
          created_at: string
          currency: string
          id: string
          invoice_id: string | null
          method: string
          note: string
          received_at: string
          reference: string
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          amount: number
          created_at?: string
          currency?: string
          id?: string
          invoice_id?: string | null
          method: string
          note?: string
          received_at?: string
          reference?: string
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          amount?: number
          created_at?: string
          currency?: string
          id?: string
          invoice_id?: string | null
          method?: string
          note?: string
          received_at?: string
          reference?: string
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'payments_invoice_id_fkey'
            columns: ['tenant_id', 'invoice_id']
            isOneToOne: false
            referencedRelation: 'invoices'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'payments_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      port_letters: {
        Row: {
          created_at: string
          id: string
          name: string
          path: string
          port_order_id: string
          size_bytes: number
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          id?: string
          name: string
          path: string
          port_order_id: string
          size_bytes: number
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          path?: string
          port_order_id?: string
          size_bytes?: number
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'port_letters_port_order_id_fkey'
            columns: ['port_order_id']
            isOneToOne: true
            referencedRelation: 'port_order_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'port_letters_port_order_id_fkey'
            columns: ['port_order_id']
            isOneToOne: true
            referencedRelation: 'port_orders'
            referencedColumns: ['id']
          },
        ]
      }
      port_order_numbers: {
        Row: {
          created_at: string
          id: string
          number: string
          port_order_id: string
          route_id: string | null
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          id?: string
          number: string
          port_order_id: string
          route_id?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          number?: string
          port_order_id?: string
          route_id?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'port_order_numbers_port_order_id_fkey'
            columns: ['port_order_id']
            isOneToOne: false
            referencedRelation: 'port_order_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'port_order_numbers_port_order_id_fkey'
            columns: ['port_order_id']
            isOneToOne: false
            referencedRelation: 'port_orders'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'port_order_numbers_route_id_fkey'
            columns: ['route_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['id']
          },
        ]
      }
      port_orders: {
        Row: {
          account_number: string
          authorized_person: string
          billing_number: string | null
          carrier: string
          closed_at: string | null
          created_at: string
          destination_id: string | null
          exception_reason: string
          foc_date: string | null
          for_tenant_id: string | null
          id: string
          losing_carrier: string
          name: string
          notes: string
          opportunity_id: string | null
          service_address: string
          state: string
          updated_at: string
          version: number
          wished_on: string | null
        }
        Insert: {
          account_number?: string
          authorized_person?: string
          billing_number?: string | null
          carrier?: string
          closed_at?: string | null
          created_at?: string
          destination_id?: string | null
          exception_reason?: string
          foc_date?: string | null
          for_tenant_id?: string | null
          id?: string
          losing_carrier?: string
          name: string
          notes?: string
          opportunity_id?: string | null
          service_address?: string
          state?: string
          updated_at?: string
          version?: number
          wished_on?: string | null
        }
        Update: {
          account_number?: string
          authorized_person?: string
          billing_number?: string | null
          carrier?: string
          closed_at?: string | null
          created_at?: string
          destination_id?: string | null
          exception_reason?: string
          foc_date?: string | null
          for_tenant_id?: string | null
          id?: string
          losing_carrier?: string
          name?: string
          notes?: string
          opportunity_id?: string | null
          service_address?: string
          state?: string
          updated_at?: string
          version?: number
          wished_on?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'port_orders_for_tenant_id_destination_id_fkey'
            columns: ['for_tenant_id', 'destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'port_orders_for_tenant_id_fkey'
            columns: ['for_tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'port_orders_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'port_orders_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_choices'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'port_orders_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_list'
            referencedColumns: ['id']
          },
        ]
      }
      portal_user_extensions: {
        Row: {
          created_at: string
          extension_id: string
          id: string
          portal_user_id: string
          position: number
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          extension_id: string
          id?: string
          portal_user_id: string
          position?: number
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          extension_id?: string
          id?: string
          portal_user_id?: string
          position?: number
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'portal_user_extensions_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extension_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'portal_user_extensions_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extensions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'portal_user_extensions_portal_user_id_fkey'
            columns: ['tenant_id', 'portal_user_id']
            isOneToOne: false
            referencedRelation: 'portal_user_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'portal_user_extensions_portal_user_id_fkey'
            columns: ['tenant_id', 'portal_user_id']
            isOneToOne: false
            referencedRelation: 'portal_users'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'portal_user_extensions_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      portal_users: {
        Row: {
          accepted_at: string | null
          auth_user_id: string | null
          created_at: string
          email: string
          enabled: boolean
          id: string
          invited_at: string | null
          name: string
          role: string
          tenant_id: string
          time_zone: string | null
          updated_at: string
          version: number
        }
        Insert: {
          accepted_at?: string | null
          auth_user_id?: string | null
          created_at?: string
          email: string
          enabled?: boolean
          id?: string
          invited_at?: string | null
          name: string
          role?: string
          tenant_id: string
          time_zone?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          accepted_at?: string | null
          auth_user_id?: string | null
          created_at?: string
          email?: string
          enabled?: boolean
          id?: string
          invited_at?: string | null
          name?: string
          role?: string
          tenant_id?: string
          time_zone?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'portal_users_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      provisioning_log: {
        Row: {
          account: string
          address: string
          agent: string
          bytes: number
          created_at: string
          device_id: string | null
          file: string
          id: string
          requested_at: string
          status: number
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          account?: string
          address?: string
          agent?: string
          bytes?: number
          created_at?: string
          device_id?: string | null
          file: string
          id?: string
          requested_at?: string
          status: number
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          account?: string
          address?: string
          agent?: string
          bytes?: number
          created_at?: string
          device_id?: string | null
          file?: string
          id?: string
          requested_at?: string
          status?: number
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'provisioning_log_tenant_id_device_id_fkey'
            columns: ['tenant_id', 'device_id']
            isOneToOne: false
            referencedRelation: 'device_rows'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'provisioning_log_tenant_id_device_id_fkey'
            columns: ['tenant_id', 'device_id']
            isOneToOne: false
            referencedRelation: 'devices'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'provisioning_log_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      provisioning_runs: {
        Row: {
          created_at: string
          id: string
          made: NonNullable<Json>
          opportunity_id: string
          plan: NonNullable<Json>
          sold: NonNullable<Json>
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          id?: string
          made: NonNullable<Json>
          opportunity_id: string
          plan: NonNullable<Json>
          sold: NonNullable<Json>
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          made?: NonNullable<Json>
          opportunity_id?: string
          plan?: NonNullable<Json>
          sold?: NonNullable<Json>
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'provisioning_runs_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'provisioning_runs_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_choices'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'provisioning_runs_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_list'
            referencedColumns: ['id']
          },
        ]
      }
      queue_waits: {
        Row: {
          agent_id: string | null
          call_uuid: string
          caller_number: string
          created_at: string
          id: string
          joined_at: string
          left_at: string
          outcome: string
          queue_id: string
          switch_id: string
          tenant_id: string
          updated_at: string
        }
        Insert: {
          agent_id?: string | null
          call_uuid: string
          caller_number: string
          created_at?: string
          id?: string
          joined_at: string
          left_at: string
          outcome: string
          queue_id: string
          switch_id: string
          tenant_id: string
          updated_at?: string
        }
        Update: {
          agent_id?: string | null
          call_uuid?: string
          caller_number?: string
          created_at?: string
          id?: string
          joined_at?: string
          left_at?: string
          outcome?: string
          queue_id?: string
          switch_id?: string
          tenant_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'queue_waits_tenant_id_agent_id_fkey'
            columns: ['tenant_id', 'agent_id']
            isOneToOne: false
            referencedRelation: 'call_center_agent_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'queue_waits_tenant_id_agent_id_fkey'
            columns: ['tenant_id', 'agent_id']
            isOneToOne: false
            referencedRelation: 'call_center_agents'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'queue_waits_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'queue_waits_tenant_id_queue_id_fkey'
            columns: ['tenant_id', 'queue_id']
            isOneToOne: false
            referencedRelation: 'call_center_queue_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'queue_waits_tenant_id_queue_id_fkey'
            columns: ['tenant_id', 'queue_id']
            isOneToOne: false
            referencedRelation: 'call_center_queues'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      quotes: {
        Row: {
          created_at: string
          decided_at: string | null
          decided_by: string
          decline_reason: string
          emailed_at: string | null
          id: string
          issuer: string
          lines: Json | null
          link_token: string
          number: string
          opportunity_id: string
          quoted_on: string
          recipient: string
          revision: number
          sender: string
          sent_at: string | null
          sent_to: string
          status: string
          subject: string
          terms: string
          updated_at: string
          valid_until: string
          version: number
        }
        Insert: {
          created_at?: string
          decided_at?: string | null
          decided_by?: string
          decline_reason?: string
          emailed_at?: string | null
          id?: string
          issuer?: string
          lines?: Json | null
          link_token?: string
          number?: string
          opportunity_id: string
          quoted_on?: string
          recipient?: string
          revision?: number
          sender?: string
          sent_at?: string | null
          sent_to?: string
          status?: string
          subject?: string
          terms?: string
          updated_at?: string
          valid_until?: string
          version?: number
        }
        Update: {
          created_at?: string
          decided_at?: string | null
          decided_by?: string
          decline_reason?: string
          emailed_at?: string | null
          id?: string
          issuer?: string
          lines?: Json | null
          link_token?: string
          number?: string
          opportunity_id?: string
          quoted_on?: string
          recipient?: string
          revision?: number
          sender?: string
          sent_at?: string | null
          sent_to?: string
          status?: string
          subject?: string
          terms?: string
          updated_at?: string
          valid_until?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'quotes_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'quotes_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_choices'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'quotes_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_list'
            referencedColumns: ['id']
          },
        ]
      }
      rate_plan_rates: {
        Row: {
          connect_fee: number
          cost_per_minute: number
          created_at: string
          description: string
          first_increment: number
          id: string
          included_seconds: number
          next_increment: number
          prefix: string
          rate_plan_id: string
          updated_at: string
          version: number
        }
        Insert: {
          connect_fee?: number
          cost_per_minute: number
          created_at?: string
          description?: string
          first_increment?: number
          id?: string
          included_seconds?: number
          next_increment?: number
          prefix?: string
          rate_plan_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          connect_fee?: number
          cost_per_minute?: number
          created_at?: string
          description?: string
          first_increment?: number
          id?: string
          included_seconds?: number
          next_increment?: number
          prefix?: string
          rate_plan_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'rate_plan_rates_rate_plan_id_fkey'
            columns: ['rate_plan_id']
            isOneToOne: false
            referencedRelation: 'rate_plans'
            referencedColumns: ['id']
          },
        ]
      }
      rate_plans: {
        Row: {
          created_at: string
          currency: string
          description: string
          id: string
          name: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          currency?: string
          description?: string
          id?: string
          name: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          currency?: string
          description?: string
          id?: string
          name?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      recordings: {
        Row: {
          created_at: string
          description: string
          duration_ms: number
          file: string
          file_id: string
          format: string
          id: string
          name: string
          path: string
          peaks: number[]
          size_bytes: number
          spoken_text: string
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          description?: string
          duration_ms: number
          file: string
          file_id: string
          format: string
          id?: string
          name: string
          path: string
          peaks: number[]
          size_bytes: number
          spoken_text?: string
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          description?: string
          duration_ms?: number
          file?: string
          file_id?: string
          format?: string
          id?: string
          name?: string
          path?: string
          peaks?: number[]
          size_bytes?: number
          spoken_text?: string
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'recordings_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      registration_failures: {
        Row: {
          account: string
          address: string
          agent: string
          attempts: number
          created_at: string
          failed_at: string
          id: string
          reason: string
          switch_id: string
          tenant_id: string
          updated_at: string
        }
        Insert: {
          account: string
          address: string
          agent: string
          attempts: number
          created_at?: string
          failed_at: string
          id?: string
          reason: string
          switch_id: string
          tenant_id: string
          updated_at?: string
        }
        Update: {
          account?: string
          address?: string
          agent?: string
          attempts?: number
          created_at?: string
          failed_at?: string
          id?: string
          reason?: string
          switch_id?: string
          tenant_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'registration_failures_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switch_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'registration_failures_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switches'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'registration_failures_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      registrations: {
        Row: {
          address: string
          agent: string
          call_id: string
          contact: string
          created_at: string
          ended_by: string | null
          extension_id: string
          id: string
          lost_at: string | null
          lost_by: string | null
          ping_ms: number | null
          port: number | null
          registered_at: string
          reported_at: string
          switch_id: string
          tenant_id: string
          transport: string
          updated_at: string
        }
        Insert: {
          address: string
          agent: string
          call_id: string
          contact: string
          created_at?: string
          ended_by?: string | null
          extension_id: string
          id?: string
          lost_at?: string | null
          lost_by?: string | null
          ping_ms?: number | null
          port?: number | null
          registered_at: string
          reported_at: string
          switch_id: string
          tenant_id: string
          transport: string
          updated_at?: string
        }
        Update: {
          address?: string
          agent?: string
          call_id?: string
          contact?: string
          created_at?: string
          ended_by?: string | null
          extension_id?: string
          id?: string
          lost_at?: string | null
          lost_by?: string | null
          ping_ms?: number | null
          port?: number | null
          registered_at?: string
          reported_at?: string
          switch_id?: string
          tenant_id?: string
          transport?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'registrations_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switch_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'registrations_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switches'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'registrations_tenant_id_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extension_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'registrations_tenant_id_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extensions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'registrations_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      ring_group_members: {
        Row: {
          confirm: boolean
          created_at: string
          delay: number
          enabled: boolean
          extension_id: string | null
          external_number: string | null
          id: string
          position: number
          ring_group_id: string
          tenant_id: string
          timeout: number
          updated_at: string
          version: number
        }
        Insert: {
          confirm?: boolean
          created_at?: string
          delay?: number
          enabled?: boolean
          extension_id?: string | null
          external_number?: string | null
          id?: string
          position?: number
          ring_group_id: string
          tenant_id: string
          timeout?: number
          updated_at?: string
          version?: number
        }
        Update: {
          confirm?: boolean
          created_at?: string
          delay?: number
          enabled?: boolean
          extension_id?: string | null
          external_number?: string | null
          id?: string
          position?: number
          ring_group_id?: string
          tenant_id?: string
          timeout?: number
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'ring_group_members_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extension_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ring_group_members_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extensions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ring_group_members_ring_group_id_fkey'
            columns: ['tenant_id', 'ring_group_id']
            isOneToOne: false
            referencedRelation: 'ring_group_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ring_group_members_ring_group_id_fkey'
            columns: ['tenant_id', 'ring_group_id']
            isOneToOne: false
            referencedRelation: 'ring_groups'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ring_group_members_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      ring_groups: {
        Row: {
          call_timeout: number
          caller_id_name_prefix: string
          created_at: string
          enabled: boolean
          follow_forwarding: boolean
          greeting_recording_id: string | null
          id: string
          missed_call_email: string
          name: string
          number: string
          ringback: string
          strategy: string
          tenant_id: string
          timeout_destination_id: string | null
          updated_at: string
          version: number
        }
        Insert: {
          call_timeout?: number
          caller_id_name_prefix?: string
          created_at?: string
          enabled?: boolean
          follow_forwarding?: boolean
          greeting_recording_id?: string | null
          id?: string
          missed_call_email?: string
          name: string
          number: string
          ringback?: string
          strategy?: string
          tenant_id: string
          timeout_destination_id?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          call_timeout?: number
          caller_id_name_prefix?: string
          created_at?: string
          enabled?: boolean
          follow_forwarding?: boolean
          greeting_recording_id?: string | null
          id?: string
          missed_call_email?: string
          name?: string
          number?: string
          ringback?: string
          strategy?: string
          tenant_id?: string
          timeout_destination_id?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'ring_groups_greeting_recording_id_fkey'
            columns: ['tenant_id', 'greeting_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ring_groups_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ring_groups_timeout_destination_id_fkey'
            columns: ['tenant_id', 'timeout_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      role_permissions: {
        Row: {
          action: string
          created_at: string
          id: string
          role: string
          section: string
          updated_at: string
          version: number
        }
        Insert: {
          action: string
          created_at?: string
          id?: string
          role: string
          section: string
          updated_at?: string
          version?: number
        }
        Update: {
          action?: string
          created_at?: string
          id?: string
          role?: string
          section?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'role_permissions_role_fkey'
            columns: ['role']
            isOneToOne: false
            referencedRelation: 'roles'
            referencedColumns: ['name']
          },
        ]
      }
      roles: {
        Row: {
          built_in: boolean
          created_at: string
          description: string
          id: string
          label: string
          name: string
          second_factor: boolean
          updated_at: string
          version: number
        }
        Insert: {
          built_in?: boolean
          created_at?: string
          description?: string
          id?: string
          label?: string
          name: string
          second_factor?: boolean
          updated_at?: string
          version?: number
        }
        Update: {
          built_in?: boolean
          created_at?: string
          description?: string
          id?: string
          label?: string
          name?: string
          second_factor?: boolean
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      secrets: {
        Row: {
          created_at: string
          field: string
          id: string
          owner_id: string
          owner_table: string
          proof: string | null
          sealed: string | null
          tenant_id: string | null
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          field: string
          id?: string
          owner_id: string
          owner_table: string
          proof?: string | null
          sealed?: string | null
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          field?: string
          id?: string
          owner_id?: string
          owner_table?: string
          proof?: string | null
          sealed?: string | null
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'secrets_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      services: {
        Row: {
          active: boolean
          created_at: string
          description: string
          id: string
          monthly_price: number
          name: string
          one_off_price: number
          seat_product: string | null
          updated_at: string
          version: number
        }
        Insert: {
          active?: boolean
          created_at?: string
          description?: string
          id?: string
          monthly_price?: number
          name: string
          one_off_price?: number
          seat_product?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          active?: boolean
          created_at?: string
          description?: string
          id?: string
          monthly_price?: number
          name?: string
          one_off_price?: number
          seat_product?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      stock_minimums: {
        Row: {
          created_at: string
          id: string
          minimum: number
          model: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          id?: string
          minimum: number
          model: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          minimum?: number
          model?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      subscriptions: {
        Row: {
          created_at: string
          cycle: string
          description: string
          ends_on: string | null
          id: string
          opportunity_item_id: string | null
          prorate: boolean
          quantity: number
          series_id: string
          service_id: string
          setup_fee: number
          starts_on: string
          tenant_id: string
          unit_price: number
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          cycle?: string
          description?: string
          ends_on?: string | null
          id?: string
          opportunity_item_id?: string | null
          prorate?: boolean
          quantity?: number
          series_id?: string
          service_id: string
          setup_fee?: number
          starts_on?: string
          tenant_id: string
          unit_price: number
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          cycle?: string
          description?: string
          ends_on?: string | null
          id?: string
          opportunity_item_id?: string | null
          prorate?: boolean
          quantity?: number
          series_id?: string
          service_id?: string
          setup_fee?: number
          starts_on?: string
          tenant_id?: string
          unit_price?: number
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'subscriptions_opportunity_item_id_fkey'
            columns: ['opportunity_item_id']
            isOneToOne: false
            referencedRelation: 'opportunity_items'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'subscriptions_service_id_fkey'
            columns: ['service_id']
            isOneToOne: false
            referencedRelation: 'services'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'subscriptions_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      switch_commands: {
        Row: {
          arguments: NonNullable<Json>
          command: string
          created_at: string
          done_at: string | null
          expires_at: string
          id: string
          problem: string | null
          switch_id: string
          taken_at: string | null
          tenant_id: string
          updated_at: string
        }
        Insert: {
          arguments: NonNullable<Json>
          command: string
          created_at?: string
          done_at?: string | null
          expires_at?: string
          id?: string
          problem?: string | null
          switch_id: string
          taken_at?: string | null
          tenant_id: string
          updated_at?: string
        }
        Update: {
          arguments?: NonNullable<Json>
          command?: string
          created_at?: string
          done_at?: string | null
          expires_at?: string
          id?: string
          problem?: string | null
          switch_id?: string
          taken_at?: string | null
          tenant_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'switch_commands_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switch_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'switch_commands_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switches'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'switch_commands_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      switch_states: {
        Row: {
          created_at: string
          id: string
          last_seen_at: string | null
          phones_lost_at: string | null
          secret_set_at: string | null
          switch_id: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          id?: string
          last_seen_at?: string | null
          phones_lost_at?: string | null
          secret_set_at?: string | null
          switch_id: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          id?: string
          last_seen_at?: string | null
          phones_lost_at?: string | null
          secret_set_at?: string | null
          switch_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'switch_states_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: true
            referencedRelation: 'switch_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'switch_states_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: true
            referencedRelation: 'switches'
            referencedColumns: ['id']
          },
        ]
      }
      switch_tenants: {
        Row: {
          created_at: string
          id: string
          switch_id: string
          tenant_id: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          id?: string
          switch_id: string
          tenant_id: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          switch_id?: string
          tenant_id?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'switch_tenants_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switch_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'switch_tenants_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switches'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'switch_tenants_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      switches: {
        Row: {
          address: string
          all_tenants: boolean
          behind_nat: boolean
          created_at: string
          description: string
          enabled: boolean
          external_profile_port: number
          freeswitch_version: string
          id: string
          internal_profile_port: number
          name: string
          updated_at: string
          version: number
        }
        Insert: {
          address: string
          all_tenants?: boolean
          behind_nat?: boolean
          created_at?: string
          description?: string
          enabled?: boolean
          external_profile_port?: number
          freeswitch_version?: string
          id?: string
          internal_profile_port?: number
          name: string
          updated_at?: string
          version?: number
        }
        Update: {
          address?: string
          all_tenants?: boolean
          behind_nat?: boolean
          created_at?: string
          description?: string
          enabled?: boolean
          external_profile_port?: number
          freeswitch_version?: string
          id?: string
          internal_profile_port?: number
          name?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      tasks: {
        Row: {
          assignee_id: string | null
          author_name: string
          company_id: string | null
          created_at: string
          done_at: string | null
          due_on: string | null
          id: string
          name: string
          opportunity_id: string | null
          subject_id: string
          tenant_id: string | null
          updated_at: string
          version: number
        }
        Insert: {
          assignee_id?: string | null
          author_name?: string
          company_id?: string | null
          created_at?: string
          done_at?: string | null
          due_on?: string | null
          id?: string
          name: string
          opportunity_id?: string | null
          subject_id?: never
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          assignee_id?: string | null
          author_name?: string
          company_id?: string | null
          created_at?: string
          done_at?: string | null
          due_on?: string | null
          id?: string
          name?: string
          opportunity_id?: string | null
          subject_id?: never
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'tasks_assignee_id_fkey'
            columns: ['assignee_id']
            isOneToOne: false
            referencedRelation: 'members'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tasks_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'companies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tasks_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'customer_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tasks_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tasks_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_choices'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tasks_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tasks_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      tax_jurisdictions: {
        Row: {
          created_at: string
          id: string
          name: string
          percent: number
          tax: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          id?: string
          name: string
          percent: number
          tax?: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          percent?: number
          tax?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      tenant_checks: {
        Row: {
          accepted: number
          checked_at: string
          created_at: string
          errors: number
          id: string
          notices: number
          problems: NonNullable<Json>
          tenant_id: string
          updated_at: string
          warnings: number
        }
        Insert: {
          accepted?: number
          checked_at?: string
          created_at?: string
          errors?: number
          id?: string
          notices?: number
          problems?: NonNullable<Json>
          tenant_id: string
          updated_at?: string
          warnings?: number
        }
        Update: {
          accepted?: number
          checked_at?: string
          created_at?: string
          errors?: number
          id?: string
          notices?: number
          problems?: NonNullable<Json>
          tenant_id?: string
          updated_at?: string
          warnings?: number
        }
        Relationships: [
          {
            foreignKeyName: 'tenant_checks_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: true
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      tenant_settings: {
        Row: {
          area_code: string | null
          concurrent_call_limit: number | null
          country: string | null
          created_at: string
          did_limit: number | null
          emergency_notification_emails: string[] | null
          extension_high: number | null
          extension_low: number | null
          hold_music_recording_id: string | null
          id: string
          language: string | null
          outbound_did_id: string | null
          phone_codecs: string[] | null
          phone_firmware_url: string | null
          phone_message_waiting: boolean | null
          phone_ntp_server: string | null
          phone_outbound_proxy: string | null
          phone_pickup_code: string | null
          phone_resync_minutes: number | null
          phone_rtp_dscp: number | null
          phone_sip_dscp: number | null
          phone_srtp: string | null
          phone_vlan_id: number | null
          phone_vlan_priority: number | null
          phone_voicemail_number: string | null
          recording_retention_days: number | null
          registration_addresses: string[] | null
          tenant_id: string
          updated_at: string
          version: number
          voicemail_attach: boolean | null
          voicemail_enabled: boolean | null
          voicemail_keep: boolean | null
        }
        Insert: {
          area_code?: string | null
          concurrent_call_limit?: number | null
          country?: string | null
          created_at?: string
          did_limit?: number | null
          emergency_notification_emails?: string[] | null
          extension_high?: number | null
          extension_low?: number | null
          hold_music_recording_id?: string | null
          id: string
          language?: string | null
          outbound_did_id?: string | null
          phone_codecs?: string[] | null
          phone_firmware_url?: string | null
          phone_message_waiting?: boolean | null
          phone_ntp_server?: string | null
          phone_outbound_proxy?: string | null
          phone_pickup_code?: string | null
          phone_resync_minutes?: number | null
          phone_rtp_dscp?: number | null
          phone_sip_dscp?: number | null
          phone_srtp?: string | null
          phone_vlan_id?: number | null
          phone_vlan_priority?: number | null
          phone_voicemail_number?: string | null
          recording_retention_days?: number | null
          registration_addresses?: string[] | null
          tenant_id: string
          updated_at?: string
          version?: number
          voicemail_attach?: boolean | null
          voicemail_enabled?: boolean | null
          voicemail_keep?: boolean | null
        }
        Update: {
          area_code?: string | null
          concurrent_call_limit?: number | null
          country?: string | null
          created_at?: string
          did_limit?: number | null
          emergency_notification_emails?: string[] | null
          extension_high?: number | null
          extension_low?: number | null
          hold_music_recording_id?: string | null
          id?: string
          language?: string | null
          outbound_did_id?: string | null
          phone_codecs?: string[] | null
          phone_firmware_url?: string | null
          phone_message_waiting?: boolean | null
          phone_ntp_server?: string | null
          phone_outbound_proxy?: string | null
          phone_pickup_code?: string | null
          phone_resync_minutes?: number | null
          phone_rtp_dscp?: number | null
          phone_sip_dscp?: number | null
          phone_srtp?: string | null
          phone_vlan_id?: number | null
          phone_vlan_priority?: number | null
          phone_voicemail_number?: string | null
          recording_retention_days?: number | null
          registration_addresses?: string[] | null
          tenant_id?: string
          updated_at?: string
          version?: number
          voicemail_attach?: boolean | null
          voicemail_enabled?: boolean | null
          voicemail_keep?: boolean | null
        }
        Relationships: [
          {
            foreignKeyName: 'tenant_settings_hold_music_recording_id_fkey'
            columns: ['tenant_id', 'hold_music_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'tenant_settings_outbound_did_id_fkey'
            columns: ['tenant_id', 'outbound_did_id']
            isOneToOne: false
            referencedRelation: 'did_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'tenant_settings_outbound_did_id_fkey'
            columns: ['tenant_id', 'outbound_did_id']
            isOneToOne: false
            referencedRelation: 'dids'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'tenant_settings_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: true
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      tenant_versions: {
        Row: {
          checked: number | null
          created_at: string
          id: string
          tenant_id: string | null
          updated_at: string
          version: number
        }
        Insert: {
          checked?: number | null
          created_at?: string
          id?: string
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          checked?: number | null
          created_at?: string
          id?: string
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'tenant_versions_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: true
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      tenants: {
        Row: {
          created_at: string
          domain: string
          extension_limit: number
          id: string
          status: string
          suspended_at: string | null
          suspension_reason: string
          time_zone: string
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          domain: string
          extension_limit?: number
          id?: string
          status?: string
          suspended_at?: string | null
          suspension_reason?: string
          time_zone?: string
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          domain?: string
          extension_limit?: number
          id?: string
          status?: string
          suspended_at?: string | null
          suspension_reason?: string
          time_zone?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      time_condition_rules: {
        Row: {
          created_at: string
          date_from: string | null
          date_to: string | null
          destination_id: string
          holidays: string[]
          holidays_observed: boolean
          id: string
          month_days: number[]
          month_weeks: number[]
          months: number[]
          name: string
          position: number
          state: string
          tenant_id: string
          time_condition_id: string
          time_ranges: NonNullable<Json>
          updated_at: string
          version: number
          weekdays: number[]
        }
        Insert: {
          created_at?: string
          date_from?: string | null
          date_to?: string | null
          destination_id: string
          holidays?: string[]
          holidays_observed?: boolean
          id?: string
          month_days?: number[]
          month_weeks?: number[]
          months?: number[]
          name?: string
          position?: number
          state?: string
          tenant_id: string
          time_condition_id: string
          time_ranges?: NonNullable<Json>
          updated_at?: string
          version?: number
          weekdays?: number[]
        }
        Update: {
          created_at?: string
          date_from?: string | null
          date_to?: string | null
          destination_id?: string
          holidays?: string[]
          holidays_observed?: boolean
          id?: string
          month_days?: number[]
          month_weeks?: number[]
          months?: number[]
          name?: string
          position?: number
          state?: string
          tenant_id?: string
          time_condition_id?: string
          time_ranges?: NonNullable<Json>
          updated_at?: string
          version?: number
          weekdays?: number[]
        }
        Relationships: [
          {
            foreignKeyName: 'time_condition_rules_destination_id_fkey'
            columns: ['tenant_id', 'destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'time_condition_rules_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'time_condition_rules_time_condition_id_fkey'
            columns: ['tenant_id', 'time_condition_id']
            isOneToOne: false
            referencedRelation: 'time_condition_schedules'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'time_condition_rules_time_condition_id_fkey'
            columns: ['tenant_id', 'time_condition_id']
            isOneToOne: false
            referencedRelation: 'time_conditions'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      time_conditions: {
        Row: {
          created_at: string
          description: string
          enabled: boolean
          id: string
          name: string
          number: string
          otherwise_destination_id: string
          tenant_id: string
          time_zone: string | null
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          description?: string
          enabled?: boolean
          id?: string
          name: string
          number: string
          otherwise_destination_id: string
          tenant_id: string
          time_zone?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          description?: string
          enabled?: boolean
          id?: string
          name?: string
          number?: string
          otherwise_destination_id?: string
          tenant_id?: string
          time_zone?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'time_conditions_otherwise_destination_id_fkey'
            columns: ['tenant_id', 'otherwise_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'time_conditions_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      unknown_phones: {
        Row: {
          address: string
          agent: string
          created_at: string
          id: string
          last_requested_at: string
          mac: string
          requests: number
          tenant_id: string | null
          updated_at: string
          version: number
        }
        Insert: {
          address?: string
          agent?: string
          created_at?: string
          id?: string
          last_requested_at?: string
          mac: string
          requests?: number
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          address?: string
          agent?: string
          created_at?: string
          id?: string
          last_requested_at?: string
          mac?: string
          requests?: number
          tenant_id?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'unknown_phones_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      voicemail_messages: {
        Row: {
          account: string
          created_at: string
          domain: string
          duration_ms: number | null
          extension_id: string
          from_name: string
          from_number: string
          heard: boolean
          id: string
          left_at: string
          path: string | null
          peaks: number[] | null
          seconds: number
          size_bytes: number | null
          sound_problem: string | null
          switch_id: string
          tenant_id: string
          updated_at: string
          uuid: string
          version: number
        }
        Insert: {
          account: string
          created_at?: string
          domain: string
          duration_ms?: number | null
          extension_id: string
          from_name?: string
          from_number?: string
          heard?: boolean
          id?: string
          left_at: string
          path?: string | null
          peaks?: number[] | null
          seconds: number
          size_bytes?: number | null
          sound_problem?: string | null
          switch_id: string
          tenant_id: string
          updated_at?: string
          uuid: string
          version?: number
        }
        Update: {
          account?: string
          created_at?: string
          domain?: string
          duration_ms?: number | null
          extension_id?: string
          from_name?: string
          from_number?: string
          heard?: boolean
          id?: string
          left_at?: string
          path?: string | null
          peaks?: number[] | null
          seconds?: number
          size_bytes?: number | null
          sound_problem?: string | null
          switch_id?: string
          tenant_id?: string
          updated_at?: string
          uuid?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'voicemail_messages_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switch_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'voicemail_messages_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switches'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'voicemail_messages_tenant_id_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extension_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'voicemail_messages_tenant_id_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extensions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'voicemail_messages_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      call_block_list: {
        Row: {
          action: string | null
          created_at: string | null
          destination_id: string | null
          direction: string | null
          enabled: boolean | null
          expired: boolean | null
          expires_at: string | null
          extension: string | null
          extension_id: string | null
          hits: number | null
          id: string | null
          last_hit_at: string | null
          match: string | null
          name: string | null
          number: string | null
          tenant_id: string | null
          updated_at: string | null
          version: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'call_block_rules_destination_id_fkey'
            columns: ['tenant_id', 'destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_block_rules_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extension_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_block_rules_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: false
            referencedRelation: 'extensions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_block_rules_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      call_center_agent_list: {
        Row: {
          busy_delay_time: number | null
          call_timeout: number | null
          created_at: string | null
          effective_caller_id_name: string | null
          extension: string | null
          extension_id: string | null
          id: string | null
          max_no_answer: number | null
          name: string | null
          no_answer_delay_time: number | null
          queues: number | null
          reachable: boolean | null
          reject_delay_time: number | null
          status: string | null
          status_changed_at: string | null
          tenant_id: string | null
          time_condition_id: string | null
          updated_at: string | null
          version: number | null
          wrap_up_time: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'call_center_agents_tenant_id_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: true
            referencedRelation: 'extension_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_agents_tenant_id_extension_id_fkey'
            columns: ['tenant_id', 'extension_id']
            isOneToOne: true
            referencedRelation: 'extensions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_agents_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'call_center_agents_time_condition_id_fkey'
            columns: ['tenant_id', 'time_condition_id']
            isOneToOne: false
            referencedRelation: 'time_condition_schedules'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_agents_time_condition_id_fkey'
            columns: ['tenant_id', 'time_condition_id']
            isOneToOne: false
            referencedRelation: 'time_conditions'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      call_center_queue_list: {
        Row: {
          agents: number | null
          announce_interval: number | null
          announce_recording_id: string | null
          available_agents: number | null
          caller_id_name_prefix: string | null
          created_at: string | null
          discard_abandoned_after: number | null
          enabled: boolean | null
          exit_key: string | null
          greeting_recording_id: string | null
          hold_music_recording_id: string | null
          id: string | null
          max_wait_time: number | null
          max_wait_time_with_no_agent: number | null
          name: string | null
          number: string | null
          record: boolean | null
          service_level_seconds: number | null
          strategy: string | null
          tenant_id: string | null
          tier_rule_wait: number | null
          tier_rules_apply: boolean | null
          timeout_destination_id: string | null
          updated_at: string | null
          version: number | null
        }
        Insert: {
          agents?: never
          announce_interval?: number | null
          announce_recording_id?: string | null
          available_agents?: never
          caller_id_name_prefix?: string | null
          created_at?: string | null
          discard_abandoned_after?: number | null
          enabled?: boolean | null
          exit_key?: string | null
          greeting_recording_id?: string | null
          hold_music_recording_id?: string | null
          id?: string | null
          max_wait_time?: number | null
          max_wait_time_with_no_agent?: number | null
          name?: string | null
          number?: string | null
          record?: boolean | null
          service_level_seconds?: number | null
          strategy?: string | null
          tenant_id?: string | null
          tier_rule_wait?: number | null
          tier_rules_apply?: boolean | null
          timeout_destination_id?: string | null
          updated_at?: string | null
          version?: number | null
        }
        Update: {
          agents?: never
          announce_interval?: number | null
          announce_recording_id?: string | null
          available_agents?: never
          caller_id_name_prefix?: string | null
          created_at?: string | null
          discard_abandoned_after?: number | null
          enabled?: boolean | null
          exit_key?: string | null
          greeting_recording_id?: string | null
          hold_music_recording_id?: string | null
          id?: string | null
          max_wait_time?: number | null
          max_wait_time_with_no_agent?: number | null
          name?: string | null
          number?: string | null
          record?: boolean | null
          service_level_seconds?: number | null
          strategy?: string | null
          tenant_id?: string | null
          tier_rule_wait?: number | null
          tier_rules_apply?: boolean | null
          timeout_destination_id?: string | null
          updated_at?: string | null
          version?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'call_center_queues_announce_recording_id_fkey'
            columns: ['tenant_id', 'announce_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_queues_greeting_recording_id_fkey'
            columns: ['tenant_id', 'greeting_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_queues_hold_music_recording_id_fkey'
            columns: ['tenant_id', 'hold_music_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'call_center_queues_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'call_center_queues_timeout_destination_id_fkey'
            columns: ['tenant_id', 'timeout_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      customer_list: {
        Row: {
          balance: number | null
          billing_address: string | null
          created_at: string | null
          currency: string | null
          domain_uuid: string | null
          id: string | null
          in_pipeline: boolean | null
          last_activity: string | null
          name: string | null
          notes: string | null
          open_amount: number | null
          open_opportunities: number | null
          overdue: boolean | null
          owner_id: string | null
          owner_name: string | null
          phone: string | null
          seats: number | null
          seats_licensed: number | null
          service_address: string | null
          status: string | null
          tax_id: string | null
          tenant_code: string | null
          terms_days: number | null
          time_zone: string | null
          type: string | null
          updated_at: string | null
          version: number | null
          website: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'companies_domain_uuid_fkey'
            columns: ['domain_uuid']
            isOneToOne: true
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'companies_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'members'
            referencedColumns: ['id']
          },
        ]
      }
      device_profile_rows: {
        Row: {
          created_at: string | null
          description: string | null
          device_count: number | null
          id: string | null
          key_count: number | null
          model: string | null
          name: string | null
          phone_codecs: string[] | null
          phone_firmware_url: string | null
          phone_message_waiting: boolean | null
          phone_ntp_server: string | null
          phone_outbound_proxy: string | null
          phone_pickup_code: string | null
          phone_resync_minutes: number | null
          phone_rtp_dscp: number | null
          phone_sip_dscp: number | null
          phone_srtp: string | null
          phone_vlan_id: number | null
          phone_vlan_priority: number | null
          phone_voicemail_number: string | null
          setting_count: number | null
          tenant_id: string | null
          updated_at: string | null
          vendor: string | null
          version: number | null
        }
        Insert: {
          created_at?: string | null
          description?: string | null
          device_count?: never
          id?: string | null
          key_count?: never
          model?: string | null
          name?: string | null
          phone_codecs?: string[] | null
          phone_firmware_url?: string | null
          phone_message_waiting?: boolean | null
          phone_ntp_server?: string | null
          phone_outbound_proxy?: string | null
          phone_pickup_code?: string | null
          phone_resync_minutes?: number | null
          phone_rtp_dscp?: number | null
          phone_sip_dscp?: number | null
          phone_srtp?: string | null
          phone_vlan_id?: number | null
          phone_vlan_priority?: number | null
          phone_voicemail_number?: string | null
          setting_count?: never
          tenant_id?: string | null
          updated_at?: string | null
          vendor?: string | null
          version?: number | null
        }
        Update: {
          created_at?: string | null
          description?: string | null
          device_count?: never
          id?: string | null
          key_count?: never
          model?: string | null
          name?: string | null
          phone_codecs?: string[] | null
          phone_firmware_url?: string | null
          phone_message_waiting?: boolean | null
          phone_ntp_server?: string | null
          phone_outbound_proxy?: string | null
          phone_pickup_code?: string | null
          phone_resync_minutes?: number | null
          phone_rtp_dscp?: number | null
          phone_sip_dscp?: number | null
          phone_srtp?: string | null
          phone_vlan_id?: number | null
          phone_vlan_priority?: number | null
          phone_voicemail_number?: string | null
          setting_count?: never
          tenant_id?: string | null
          updated_at?: string | null
          vendor?: string | null
          version?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'device_profiles_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      device_rows: {
        Row: {
          created_at: string | null
          enabled: boolean | null
          id: string | null
          inventory_id: string | null
          is_registered: boolean | null
          label: string | null
          last_provisioned_at: string | null
          lines: string | null
          location: string | null
          mac: string | null
          model: string | null
          profile_id: string | null
          profile_name: string | null
          serial_number: string | null
          tenant_id: string | null
          updated_at: string | null
          vendor: string | null
          version: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'devices_inventory_id_fkey'
            columns: ['inventory_id']
            isOneToOne: true
            referencedRelation: 'inventory'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'devices_profile_id_fkey'
            columns: ['tenant_id', 'profile_id']
            isOneToOne: false
            referencedRelation: 'device_profile_rows'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'devices_profile_id_fkey'
            columns: ['tenant_id', 'profile_id']
            isOneToOne: false
            referencedRelation: 'device_profiles'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'devices_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      did_list: {
        Row: {
          account_code: string | null
          aging_until: string | null
          caller_id_prefix: string | null
          carrier: string | null
          created_at: string | null
          description: string | null
          destination_id: string | null
          distinctive_ring: string | null
          e911_answered_at: string | null
          e911_answered_by: string | null
          e911_reason: string | null
          e911_reference: string | null
          e911_state: string | null
          e911_submitted_at: string | null
          e911_submitted_by: string | null
          emergency: boolean | null
          emergency_address_id: string | null
          enabled: boolean | null
          fax: boolean | null
          gateway_id: string | null
          hold_music_recording_id: string | null
          id: string | null
          monthly_cost: number | null
          number: string | null
          overridden: boolean | null
          override_destination_id: string | null
          override_until: string | null
          porting: boolean | null
          record: boolean | null
          routed: boolean | null
          routed_to: string | null
          routed_to_id: string | null
          status: string | null
          tags: string[] | null
          tenant_id: string | null
          tenant_name: string | null
          text_messages: boolean | null
          updated_at: string | null
          version: number | null
          voice: boolean | null
        }
        Relationships: [
          {
            foreignKeyName: 'dids_destination_id_fkey'
            columns: ['tenant_id', 'destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'dids_emergency_address_id_fkey'
            columns: ['tenant_id', 'emergency_address_id']
            isOneToOne: false
            referencedRelation: 'emergency_addresses'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'dids_gateway_id_fkey'
            columns: ['gateway_id']
            isOneToOne: false
            referencedRelation: 'gateways'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'dids_hold_music_recording_id_fkey'
            columns: ['tenant_id', 'hold_music_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'dids_override_destination_id_fkey'
            columns: ['tenant_id', 'override_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'dids_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      extension_list: {
        Row: {
          away_greeting_recording_id: string | null
          away_until: string | null
          call_timeout: number | null
          closed_greeting_recording_id: string | null
          concurrent_limit: number | null
          created_at: string | null
          description: string | null
          devices: number | null
          diverted: boolean | null
          do_not_disturb: boolean | null
          effective_caller_id_name: string | null
          effective_caller_id_number: string | null
          emergency_did_id: string | null
          emergency_number: string | null
          emergency_state: string | null
          enabled: boolean | null
          extension: string | null
          first_name: string | null
          follow_me_enabled: boolean | null
          forward_all_destination_id: string | null
          forward_all_enabled: boolean | null
          forward_busy_destination_id: string | null
          forward_busy_enabled: boolean | null
          forward_no_answer_destination_id: string | null
          forward_no_answer_enabled: boolean | null
          forward_not_registered_destination_id: string | null
          forward_not_registered_enabled: boolean | null
          greeting_recording_id: string | null
          greeting_time_condition_id: string | null
          has_emergency_did: boolean | null
          hold_music_recording_id: string | null
          id: string | null
          is_registered: boolean | null
          last_name: string | null
          listed_in_directory: boolean | null
          location: string | null
          outbound_did_id: string | null
          outbound_number: string | null
          recording: string | null
          standing: string | null
          suspended: boolean | null
          tenant_id: string | null
          toll_class: string | null
          updated_at: string | null
          version: number | null
          voicemail_attach: boolean | null
          voicemail_email: string | null
          voicemail_enabled: boolean | null
          voicemail_keep: boolean | null
        }
        Relationships: [
          {
            foreignKeyName: 'extensions_away_greeting_recording_id_fkey'
            columns: ['tenant_id', 'away_greeting_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_closed_greeting_recording_id_fkey'
            columns: ['tenant_id', 'closed_greeting_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_emergency_did_id_fkey'
            columns: ['tenant_id', 'emergency_did_id']
            isOneToOne: false
            referencedRelation: 'did_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_emergency_did_id_fkey'
            columns: ['tenant_id', 'emergency_did_id']
            isOneToOne: false
            referencedRelation: 'dids'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_forward_all_destination_id_fkey'
            columns: ['tenant_id', 'forward_all_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_forward_busy_destination_id_fkey'
            columns: ['tenant_id', 'forward_busy_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_forward_no_answer_destination_id_fkey'
            columns: ['tenant_id', 'forward_no_answer_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_greeting_recording_id_fkey'
            columns: ['tenant_id', 'greeting_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_greeting_time_condition_id_fkey'
            columns: ['tenant_id', 'greeting_time_condition_id']
            isOneToOne: false
            referencedRelation: 'time_condition_schedules'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_greeting_time_condition_id_fkey'
            columns: ['tenant_id', 'greeting_time_condition_id']
            isOneToOne: false
            referencedRelation: 'time_conditions'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_hold_music_recording_id_fkey'
            columns: ['tenant_id', 'hold_music_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_outbound_did_id_fkey'
            columns: ['tenant_id', 'outbound_did_id']
            isOneToOne: false
            referencedRelation: 'did_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_outbound_did_id_fkey'
            columns: ['tenant_id', 'outbound_did_id']
            isOneToOne: false
            referencedRelation: 'dids'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'extensions_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'extensions_tenant_id_forward_not_registered_destination_id_fkey'
            columns: ['tenant_id', 'forward_not_registered_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      gateway_names: {
        Row: {
          enabled: boolean | null
          id: string | null
          may_carry_emergency: boolean | null
          name: string | null
          number_format: string | null
          prefix: string | null
        }
        Relationships: []
      }
      ivr_menu_summaries: {
        Row: {
          caller_id_name_prefix: string | null
          created_at: string | null
          description: string | null
          digit_length: number | null
          direct_dial: boolean | null
          enabled: boolean | null
          exit_destination_id: string | null
          exit_sound_recording_id: string | null
          greet_long_recording_id: string | null
          greet_short_recording_id: string | null
          id: string | null
          inter_digit_timeout_ms: number | null
          invalid_sound_recording_id: string | null
          max_failures: number | null
          max_timeouts: number | null
          name: string | null
          number: string | null
          option_count: number | null
          parents: Json | null
          tenant_id: string | null
          timeout_ms: number | null
          updated_at: string | null
          version: number | null
        }
        Insert: {
          caller_id_name_prefix?: string | null
          created_at?: string | null
          description?: string | null
          digit_length?: number | null
          direct_dial?: boolean | null
          enabled?: boolean | null
          exit_destination_id?: string | null
          exit_sound_recording_id?: string | null
          greet_long_recording_id?: string | null
          greet_short_recording_id?: string | null
          id?: string | null
          inter_digit_timeout_ms?: number | null
          invalid_sound_recording_id?: string | null
          max_failures?: number | null
          max_timeouts?: number | null
          name?: string | null
          number?: string | null
          option_count?: never
          parents?: never
          tenant_id?: string | null
          timeout_ms?: number | null
          updated_at?: string | null
          version?: number | null
        }
        Update: {
          caller_id_name_prefix?: string | null
          created_at?: string | null
          description?: string | null
          digit_length?: number | null
          direct_dial?: boolean | null
          enabled?: boolean | null
          exit_destination_id?: string | null
          exit_sound_recording_id?: string | null
          greet_long_recording_id?: string | null
          greet_short_recording_id?: string | null
          id?: string | null
          inter_digit_timeout_ms?: number | null
          invalid_sound_recording_id?: string | null
          max_failures?: number | null
          max_timeouts?: number | null
          name?: string | null
          number?: string | null
          option_count?: never
          parents?: never
          tenant_id?: string | null
          timeout_ms?: number | null
          updated_at?: string | null
          version?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'ivr_menus_exit_destination_id_fkey'
            columns: ['tenant_id', 'exit_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menus_exit_sound_recording_id_fkey'
            columns: ['tenant_id', 'exit_sound_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menus_greet_long_recording_id_fkey'
            columns: ['tenant_id', 'greet_long_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menus_greet_short_recording_id_fkey'
            columns: ['tenant_id', 'greet_short_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menus_invalid_sound_recording_id_fkey'
            columns: ['tenant_id', 'invalid_sound_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ivr_menus_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      live_call_list: {
        Row: {
          answered_at: string | null
          call_uuid: string | null
          called_number: string | null
          caller_name: string | null
          caller_number: string | null
          change: number | null
          codec: string | null
          created_at: string | null
          direction: string | null
          ended_at: string | null
          id: string | null
          mos: number | null
          other_name: string | null
          other_number: string | null
          path: Json | null
          queue_id: string | null
          started_at: string | null
          state: string | null
          state_at: string | null
          switch_id: string | null
          tenant_id: string | null
          updated_at: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'live_calls_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switch_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'live_calls_switch_id_fkey'
            columns: ['switch_id']
            isOneToOne: false
            referencedRelation: 'switches'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'live_calls_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'live_calls_tenant_id_queue_id_fkey'
            columns: ['tenant_id', 'queue_id']
            isOneToOne: false
            referencedRelation: 'call_center_queue_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'live_calls_tenant_id_queue_id_fkey'
            columns: ['tenant_id', 'queue_id']
            isOneToOne: false
            referencedRelation: 'call_center_queues'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      mail_list: {
        Row: {
          attachment: string | null
          attempts: number | null
          body: string | null
          cause: string | null
          claimed_until: string | null
          created_at: string | null
          due_at: string | null
          given_up_at: string | null
          id: string | null
          kind: string | null
          problem: string | null
          recipient: string | null
          section: string | null
          sent_at: string | null
          state: string | null
          subject: string | null
          tenant_id: string | null
          tenant_name: string | null
          updated_at: string | null
          version: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'mails_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      note_list: {
        Row: {
          author_name: string | null
          body: string | null
          company_id: string | null
          created_at: string | null
          customer_id: string | null
          id: string | null
          opportunity_id: string | null
          subject_id: string | null
          subject_name: string | null
          tenant_id: string | null
          updated_at: string | null
          version: number | null
        }
        Relationships: []
      }
      opportunity_choices: {
        Row: {
          id: string | null
          name: string | null
        }
        Insert: {
          id?: string | null
          name?: string | null
        }
        Update: {
          id?: string | null
          name?: string | null
        }
        Relationships: []
      }
      opportunity_list: {
        Row: {
          amount: number | null
          close_date: string | null
          closed_at: string | null
          company_id: string | null
          company_name: string | null
          contact_id: string | null
          created_at: string | null
          id: string | null
          lost_reason: string | null
          name: string | null
          owner_id: string | null
          owner_name: string | null
          probability: number | null
          status: string | null
          updated_at: string | null
          version: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'opportunities_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'companies'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'opportunities_company_id_fkey'
            columns: ['company_id']
            isOneToOne: false
            referencedRelation: 'customer_list'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'opportunities_contact_fkey'
            columns: ['company_id', 'contact_id']
            isOneToOne: false
            referencedRelation: 'contacts'
            referencedColumns: ['company_id', 'id']
          },
          {
            foreignKeyName: 'opportunities_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'members'
            referencedColumns: ['id']
          },
        ]
      }
      outbound_route_list: {
        Row: {
          caller_id_did_id: string | null
          concurrent_limit: number | null
          created_at: string | null
          description: string | null
          enabled: boolean | null
          gateway_1: string | null
          gateway_1_id: string | null
          gateway_2: string | null
          gateway_2_id: string | null
          gateway_3: string | null
          gateway_3_id: string | null
          id: string | null
          matches: string | null
          name: string | null
          pattern: string | null
          position: number | null
          prefix: string | null
          strip_digits: number | null
          tenant_id: string | null
          toll_class: string | null
          updated_at: string | null
          version: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'outbound_routes_caller_id_did_id_fkey'
            columns: ['tenant_id', 'caller_id_did_id']
            isOneToOne: false
            referencedRelation: 'did_list'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'outbound_routes_caller_id_did_id_fkey'
            columns: ['tenant_id', 'caller_id_did_id']
            isOneToOne: false
            referencedRelation: 'dids'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'outbound_routes_gateway_1_id_fkey'
            columns: ['gateway_1_id']
            isOneToOne: false
            referencedRelation: 'gateways'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'outbound_routes_gateway_2_id_fkey'
            columns: ['gateway_2_id']
            isOneToOne: false
            referencedRelation: 'gateways'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'outbound_routes_gateway_3_id_fkey'
            columns: ['gateway_3_id']
            isOneToOne: false
            referencedRelation: 'gateways'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'outbound_routes_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      paging_group_list: {
        Row: {
          created_at: string | null
          enabled: boolean | null
          id: string | null
          members: number | null
          name: string | null
          number: string | null
          tenant_id: string | null
          two_way: boolean | null
          updated_at: string | null
          version: number | null
        }
        Insert: {
          created_at?: string | null
          enabled?: boolean | null
          id?: string | null
          members?: never
          name?: string | null
          number?: string | null
          tenant_id?: string | null
          two_way?: boolean | null
          updated_at?: string | null
          version?: number | null
        }
        Update: {
          created_at?: string | null
          enabled?: boolean | null
          id?: string | null
          members?: never
          name?: string | null
          number?: string | null
          tenant_id?: string | null
          two_way?: boolean | null
          updated_at?: string | null
          version?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'paging_groups_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      port_order_list: {
        Row: {
          account_number: string | null
          authorized_person: string | null
          billing_number: string | null
          carrier: string | null
          closed_at: string | null
          created_at: string | null
          destination_id: string | null
          due: boolean | null
          exception_reason: string | null
          foc_date: string | null
          for_tenant_id: string | null
          id: string | null
          losing_carrier: string | null
          name: string | null
          notes: string | null
          numbers: number | null
          opportunity_id: string | null
          opportunity_name: string | null
          service_address: string | null
          state: string | null
          tenant_name: string | null
          updated_at: string | null
          version: number | null
          wished_on: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'port_orders_for_tenant_id_destination_id_fkey'
            columns: ['for_tenant_id', 'destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'port_orders_for_tenant_id_fkey'
            columns: ['for_tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'port_orders_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'port_orders_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_choices'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'port_orders_opportunity_id_fkey'
            columns: ['opportunity_id']
            isOneToOne: false
            referencedRelation: 'opportunity_list'
            referencedColumns: ['id']
          },
        ]
      }
      portal_user_list: {
        Row: {
          accepted_at: string | null
          auth_user_id: string | null
          created_at: string | null
          email: string | null
          enabled: boolean | null
          extensions: string | null
          id: string | null
          invited_at: string | null
          name: string | null
          role: string | null
          standing: string | null
          tenant_id: string | null
          time_zone: string | null
          updated_at: string | null
          version: number | null
        }
        Insert: {
          accepted_at?: string | null
          auth_user_id?: string | null
          created_at?: string | null
          email?: string | null
          enabled?: boolean | null
          extensions?: never
          id?: string | null
          invited_at?: string | null
          name?: string | null
          role?: string | null
          standing?: never
          tenant_id?: string | null
          time_zone?: string | null
          updated_at?: string | null
          version?: number | null
        }
        Update: {
          accepted_at?: string | null
          auth_user_id?: string | null
          created_at?: string | null
          email?: string | null
          enabled?: boolean | null
          extensions?: never
          id?: string | null
          invited_at?: string | null
          name?: string | null
          role?: string | null
          standing?: never
          tenant_id?: string | null
          time_zone?: string | null
          updated_at?: string | null
          version?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'portal_users_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      ring_group_list: {
        Row: {
          call_timeout: number | null
          caller_id_name_prefix: string | null
          created_at: string | null
          enabled: boolean | null
          follow_forwarding: boolean | null
          greeting_recording_id: string | null
          id: string | null
          members: number | null
          missed_call_email: string | null
          name: string | null
          number: string | null
          ringback: string | null
          ringing_members: number | null
          strategy: string | null
          tenant_id: string | null
          timeout_destination_id: string | null
          updated_at: string | null
          version: number | null
        }
        Insert: {
          call_timeout?: number | null
          caller_id_name_prefix?: string | null
          created_at?: string | null
          enabled?: boolean | null
          follow_forwarding?: boolean | null
          greeting_recording_id?: string | null
          id?: string | null
          members?: never
          missed_call_email?: string | null
          name?: string | null
          number?: string | null
          ringback?: string | null
          ringing_members?: never
          strategy?: string | null
          tenant_id?: string | null
          timeout_destination_id?: string | null
          updated_at?: string | null
          version?: number | null
        }
        Update: {
          call_timeout?: number | null
          caller_id_name_prefix?: string | null
          created_at?: string | null
          enabled?: boolean | null
          follow_forwarding?: boolean | null
          greeting_recording_id?: string | null
          id?: string | null
          members?: never
          missed_call_email?: string | null
          name?: string | null
          number?: string | null
          ringback?: string | null
          ringing_members?: never
          strategy?: string | null
          tenant_id?: string | null
          timeout_destination_id?: string | null
          updated_at?: string | null
          version?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'ring_groups_greeting_recording_id_fkey'
            columns: ['tenant_id', 'greeting_recording_id']
            isOneToOne: false
            referencedRelation: 'recordings'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'ring_groups_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ring_groups_timeout_destination_id_fkey'
            columns: ['tenant_id', 'timeout_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
        ]
      }
      switch_list: {
        Row: {
          address: string | null
          all_tenants: boolean | null
          behind_nat: boolean | null
          created_at: string | null
          description: string | null
          enabled: boolean | null
          external_profile_port: number | null
          freeswitch_version: string | null
          id: string | null
          internal_profile_port: number | null
          last_seen_at: string | null
          name: string | null
          secret_set_at: string | null
          tenant_count: number | null
          updated_at: string | null
          version: number | null
        }
        Relationships: []
      }
      task_list: {
        Row: {
          assignee_id: string | null
          assignee_name: string | null
          author_name: string | null
          company_id: string | null
          created_at: string | null
          customer_id: string | null
          done_at: string | null
          due_on: string | null
          id: string | null
          name: string | null
          opportunity_id: string | null
          subject_id: string | null
          subject_name: string | null
          tenant_id: string | null
          updated_at: string | null
          version: number | null
        }
        Relationships: []
      }
      tenant_choices: {
        Row: {
          code: string | null
          id: string | null
          name: string | null
        }
        Insert: {
          code?: never
          id?: string | null
          name?: string | null
        }
        Update: {
          code?: never
          id?: string | null
          name?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'companies_domain_uuid_fkey'
            columns: ['id']
            isOneToOne: true
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
      time_condition_schedules: {
        Row: {
          created_at: string | null
          description: string | null
          enabled: boolean | null
          id: string | null
          name: string | null
          number: string | null
          otherwise_destination_id: string | null
          rules: Json | null
          tenant_id: string | null
          time_zone: string | null
          updated_at: string | null
          version: number | null
          zone: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'time_conditions_otherwise_destination_id_fkey'
            columns: ['tenant_id', 'otherwise_destination_id']
            isOneToOne: false
            referencedRelation: 'destinations'
            referencedColumns: ['tenant_id', 'id']
          },
          {
            foreignKeyName: 'time_conditions_tenant_id_fkey'
            columns: ['tenant_id']
            isOneToOne: false
            referencedRelation: 'tenants'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Functions: {
      account_of_address: { Args: { address: string }; Returns: string }
      add_default_outbound_routes: {
        Args: { gateway: string; second_gateway?: string; tenant: string }
        Returns: number
      }
      add_extensions: { Args: { new_rows: Json; tenant: string }; Returns: number }
      add_new_hire: { Args: { hire: Json; tenant: string }; Returns: undefined }
      apply_agent_schedules: { Args: { agents: Json }; Returns: undefined }
      assign_inventory: { Args: { item: string; tenant: string }; Returns: string }
      assign_numbers: {
        Args: { chosen: Json; run?: string; tenant: string }
        Returns: {
          code: string
          details: string
          id: string
          message: string
        }[]
      }
      assignees: {
        Args: { subject: string }
        Returns: {
          id: string
          name: string
        }[]
      }
      audit_recording_playback: { Args: { call: string; tenant: string }; Returns: undefined }
      authenticate_provisioning: {
        Args: { account: string; address: string; proofs: string[] }
        Returns: Json
      }
      authenticate_switch: {
        Args: {
          address: string
          secret_sha256: string
          since?: number
          switch_name: string
          with_versions?: boolean
        }
        Returns: Json
      }
      billing_overview: { Args: { tenant: string }; Returns: Json }
      call_center_figures: {
        Args: { tenant: string }
        Returns: {
          agent_id: string
          calls_answered: number
          last_bridge_ended_at: string
          last_offered_at: string
          queue_calls: number
          queue_talk_time: number
          talk_time: number
        }[]
      }
      call_price: {
        Args: { number: string; plan: string; talk_seconds: number }
        Returns: {
          billed_seconds: number
          cost: number
          description: string
          prefix: string
          rate_id: string
        }[]
      }
      calls_now: { Args: Record<PropertyKey, never>; Returns: Json }
      cancel_receipt: { Args: { item: string }; Returns: undefined }
      cdr_chart: {
        Args: { filters?: Json; first_day: string; last_day: string; tenant: string }
        Returns: {
          bucket: string
          calls: number
          ring_seconds: number
          status: string
          talk_seconds: number
        }[]
      }
      cdr_count: {
        Args: { filters?: Json; first_day: string; last_day: string; tenant: string }
        Returns: number
      }
      cdr_page: {
        Args: {
          after_id?: string
          after_value?: string
          descending?: boolean
          filters?: Json
          first_day: string
          last_day: string
          page_size?: number
          sort_by?: string
          tenant: string
        }
        Returns: {
          account_code: string
          did: string
          direction: string
          extension: string
          from_name: string
          from_number: string
          hangup_cause: string
          id: string
          mos: number
          recording: string
          ring_seconds: number
          sort_value: string
          start_at: string
          status: string
          talk_seconds: number
          to_number: string
        }[]
      }
      change_records: {
        Args: { record_values: Json; run?: string; seen: Json; target_table: string; tenant: string }
        Returns: {
          code: string
          details: string
          id: string
          message: string
        }[]
      }
      change_subscription: {
        Args: {
          expected_version?: number
          from_day: string
          quantity: number
          subscription: string
          tenant: string
          unit_price: number
        }
        Returns: string
      }
      check_pin: {
        Args: { dialer: string; proofs: string[]; record: string; tenant: string }
        Returns: string
      }
      claim_checks: { Args: { how_many: number }; Returns: string[] }
      claim_mails: {
        Args: { how_many: number; seconds: number; urgent: boolean }
        Returns: {
          attachment: string | null
          attempts: number
          body: string | null
          cause: string
          claimed_until: string | null
          created_at: string
          due_at: string
          given_up_at: string | null
          id: string
          kind: string
          problem: string | null
          recipient: string
          section: string
          sent_at: string | null
          state: string
          subject: string
          tenant_id: string | null
          updated_at: string
          version: number
        }[]
        SetofOptions: {
          from: '*'
          to: 'mails'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      command_call: { Args: { call: string; command: string; extension?: string }; Returns: string }
      command_phone: { Args: { command: string; registration: string }; Returns: string }
      company_delete_refusal: { Args: { company: string }; Returns: string }
      company_duplicates: {
        Args: Record<PropertyKey, never>
        Returns: {
          companies: Json
          kind: string
        }[]
      }
      configuration_check: { Args: { tenant: string }; Returns: Json }
      count_block_hit: { Args: { at?: string; rule: string; tenant: string }; Returns: undefined }
      create_next_cdr_partitions: { Args: Record<PropertyKey, never>; Returns: number }
      create_tenant: {
        Args: {
          company: string
          domain: string
          extension_limit: number
          id: string
          tenant_code: string
          time_zone: string
        }
        Returns: string
      }
      create_tenant_from: {
        Args: {
          company: string
          configuration?: Json
          domain: string
          dry_run?: boolean
          extension_limit: number
          id: string
          template?: string
          tenant_code: string
          time_zone: string
          with_extensions?: boolean
        }
        Returns: Json
      }
      customer_activity: {
        Args: { before: string; company: string }
        Returns: {
          action: string
          actor: string | null
          actor_email: string | null
          at: string
          changes: NonNullable<Json>
          created_at: string
          id: string
          parent_id: string | null
          record_id: string
          record_label: string
          record_version: number | null
          section: string
          seq: number
          table_name: string
          tenant_id: string | null
          transaction_id: number
          updated_at: string
          version: number
        }[]
        SetofOptions: {
          from: '*'
          to: 'audit_log'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      customer_records: { Args: { company: string }; Returns: Json }
      cut_off_replaced_secret: {
        Args: { field: string; owner: string; owner_table: string; tenant?: string }
        Returns: undefined
      }
      dashboard_figures: { Args: Record<PropertyKey, never>; Returns: Json }
      delete_old_dropped_secrets: { Args: Record<PropertyKey, never>; Returns: number }
      delete_old_mails: { Args: Record<PropertyKey, never>; Returns: undefined }
      delete_old_provisioning_log: { Args: Record<PropertyKey, never>; Returns: number }
      delete_old_queue_waits: { Args: Record<PropertyKey, never>; Returns: undefined }
      delete_old_rejected_records: { Args: Record<PropertyKey, never>; Returns: undefined }
      delete_records: {
        Args: { run?: string; seen: Json; target_table: string; tenant: string }
        Returns: {
          code: string
          details: string
          id: string
          message: string
        }[]
      }
      delete_unused_destinations: { Args: Record<PropertyKey, never>; Returns: undefined }
      destination_for: { Args: { kind: string; tenant: string; value: string }; Returns: string }
      device_configuration: { Args: { device: string; tenant: string }; Returns: Json }
      dial_agent: { Args: { dialer: string; status: string; tenant: string }; Returns: string }
      dial_feature: {
        Args: { dialer: string; feature: string; target?: string; tenant: string; turn_on: boolean }
        Returns: string
      }
      dial_flow: {
        Args: { dialer: string; flow: string; proofs?: string[]; tenant: string; to_state: string }
        Returns: string
      }
      emergency_readiness: { Args: { tenant: string }; Returns: Json }
      end_number_aging: { Args: Record<PropertyKey, never>; Returns: number }
      end_session: { Args: { session: string }; Returns: undefined }
      end_sessions: { Args: { member: string }; Returns: undefined }
      end_turn: { Args: { holder: string; key: string }; Returns: undefined }
      expect_call_recording: { Args: { object_path: string }; Returns: undefined }
      expired_call_recordings: { Args: Record<PropertyKey, never>; Returns: string[] }
      expired_messages: {
        Args: Record<PropertyKey, never>
        Returns: {
          bucket: string
          path: string
        }[]
      }
      extension_devices: { Args: { tenant: string }; Returns: Json }
      find_other_records: {
        Args: { words: string }
        Returns: {
          description: string
          id: string
          kind: string
          name: string
          tenant_id: string
        }[]
      }
      find_stock: {
        Args: { mac: string; tenant?: string }
        Returns: {
          assignable: boolean
          company: string
          id: string
          model: string
          name: string
          serial: string
          status: string
        }[]
      }
      find_tenant: { Args: { kind: string; value: string }; Returns: string }
      forward_voicemail: {
        Args: { extension: string; message: string; request?: string; tenant: string }
        Returns: undefined
      }
      free_numbers: {
        Args: { highest: number; how_many?: number; lowest: number; tenant: string }
        Returns: string[]
      }
      gateway_passwords: {
        Args: Record<PropertyKey, never>
        Returns: {
          gateway_id: string
          sealed: string
        }[]
      }
      gateway_uses: {
        Args: { gateway: string }
        Returns: {
          label: string
          numbers: number
          record_id: string
          registered: number
          routes: number
          table_name: string
          tenant_id: string
          tenant_name: string
        }[]
      }
      has_permission: { Args: { action: string; section: string }; Returns: boolean }
      idle_seats: { Args: { tenant: string }; Returns: Json }
      import_records: {
        Args: {
          any_key?: boolean
          dry_run?: boolean
          key_columns: string[]
          may_insert?: boolean
          rows: Json
          run?: string
          target_table: string
          tenant: string
        }
        Returns: {
          changed: string[]
          message: string
          outcome: string
          row_number: number
        }[]
      }
      ingest_cdr: { Args: { batch: Json }; Returns: Json }
      is_writable: { Args: Record<PropertyKey, never>; Returns: boolean }
      issue_invoice: {
        Args: { expected_total?: number; expected_version?: number; invoice: string; tenant: string }
        Returns: undefined
      }
      join_room: {
        Args: {
          caller: string
          moderator_proofs: string[]
          outside: boolean
          proofs: string[]
          room: string
          tenant: string
        }
        Returns: string
      }
      known_numbers: { Args: { numbers: string[] }; Returns: Json }
      list_changed_within: {
        Args: { seconds: number; target_tables: string[]; tenant: string }
        Returns: boolean
      }
      live_calls_since: { Args: { since: number; tenant: string }; Returns: Json }
      live_counts: {
        Args: { tenants: string[] }
        Returns: {
          calls: number
          tenant_id: string
          waiting: number
        }[]
      }
      log_provisioning: {
        Args: {
          address: string
          agent: string
          bytes: number
          file: string
          mac: string
          status: number
          tenant: string
        }
        Returns: undefined
      }
      mark_voicemail: { Args: { heard: boolean; message: string; tenant: string }; Returns: undefined }
      may_change_letter: { Args: { path: string }; Returns: boolean }
      may_manage_member: { Args: { action: string; member: string }; Returns: boolean }
      member_factors: {
        Args: { member: string }
        Returns: {
          created_at: string
          id: string
          name: string
        }[]
      }
      merge_companies: {
        Args: { duplicate: string; duplicate_version: number; survivor: string; survivor_version: number }
        Returns: undefined
      }
      move_agent: {
        Args: { add: string[]; agent: string; remove: string[]; tenant: string }
        Returns: undefined
      }
      never_registered: { Args: { tenant: string }; Returns: string[] }
      note_mail: {
        Args: {
          cause?: string
          kind: string
          problem?: string
          recipient: string
          section: string
          subject: string
          tenant?: string
        }
        Returns: undefined
      }
      notify_emergency_call: { Args: { data: Json; tenant: string }; Returns: undefined }
      number_assigners: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: string
          name: string
        }[]
      }
      offered_records: {
        Args: {
          label_columns: string[]
          most?: number
          target_table: string
          tenant?: string
          words?: string[]
        }
        Returns: {
          id: string
          label: string
        }[]
      }
      open_fax: { Args: { fax: string; tenant: string }; Returns: undefined }
      open_voicemail: { Args: { message: string; tenant: string }; Returns: undefined }
      order_outbound_routes: { Args: { routes: Json; tenant: string }; Returns: undefined }
      overdue_invoices: { Args: { shown: number }; Returns: Json }
      own_standing: { Args: Record<PropertyKey, never>; Returns: Json }
      owner_phones: { Args: { owner: string; tenant: string }; Returns: Json }
      owners: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: string
          may_own: boolean
          name: string
        }[]
      }
      phone_states: { Args: { owners: string[]; tenant: string }; Returns: Json }
      pipeline: {
        Args: { owner?: string; shown?: number }
        Returns: {
          amount: number
          archived: number
          cards: Json
          count: number
          stage: string
          weighted: number
        }[]
      }
      prepare_invitation: { Args: { email: string; user_role: string }; Returns: undefined }
      prepare_password_mail: { Args: { member: string }; Returns: undefined }
      prepare_portal_invitation: { Args: { portal_user: string; tenant: string }; Returns: undefined }
      preview_block_rule: {
        Args: {
          days?: number
          direction: string
          for_extension?: string
          match: string
          number?: string
          tenant: string
        }
        Returns: {
          calls: number
          last_at: string
        }[]
      }
      preview_company_merge: { Args: { duplicate: string; survivor: string }; Returns: Json }
      provisioning_configuration: { Args: { mac: string; tenant: string }; Returns: Json }
      queue_board: { Args: { tenant: string }; Returns: Json }
      quote_terms: { Args: Record<PropertyKey, never>; Returns: string }
      rate_limit: { Args: { key: string; times: number; within_seconds: number }; Returns: number }
      rate_plan_list: {
        Args: Record<PropertyKey, never>
        Returns: {
          currency: string
          description: string
          id: string
          name: string
          rates: number
          tenants: number
          version: number
        }[]
      }
      receive_stock: {
        Args: {
          item: string
          known?: Json
          location?: string
          mac: string
          model?: string
          name?: string
          serial?: string
        }
        Returns: Json
      }
      record_count: {
        Args: { filters?: Json; search?: string; target_table: string; tenant?: string }
        Returns: number
      }
      record_history: {
        Args: { most?: number; record: string; target_table: string; tenant?: string }
        Returns: {
          action: string
          actor: string | null
          actor_email: string | null
          at: string
          changes: NonNullable<Json>
          created_at: string
          id: string
          parent_id: string | null
          record_id: string
          record_label: string
          record_version: number | null
          section: string
          seq: number
          table_name: string
          tenant_id: string | null
          transaction_id: number
          updated_at: string
          version: number
        }[]
        SetofOptions: {
          from: '*'
          to: 'audit_log'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      record_invitation: {
        Args: { account: string; portal_user: string; run?: string; sender: string }
        Returns: {
          accepted_at: string | null
          auth_user_id: string | null
          created_at: string
          email: string
          enabled: boolean
          id: string
          invited_at: string | null
          name: string
          role: string
          tenant_id: string
          time_zone: string | null
          updated_at: string
          version: number
        }[]
        SetofOptions: {
          from: '*'
          to: 'portal_users'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      record_page: {
        Args: {
          after_id?: string
          after_value?: string
          descending?: boolean
          filters?: Json
          page_size?: number
          search?: string
          sort_by?: string
          target_table: string
          tenant?: string
        }
        Returns: Json[]
      }
      record_unknown_phone: {
        Args: {
          account?: string
          account_name?: string
          address: string
          agent: string
          file?: string
          phone: string
          status?: number
        }
        Returns: undefined
      }
      register_recording_file: {
        Args: {
          duration_ms: number
          format: string
          object_path: string
          peaks: number[]
          size_bytes: number
          tenant: string
        }
        Returns: string
      }
      release_numbers: {
        Args: { aging_days?: number; chosen: Json; run?: string }
        Returns: {
          code: string
          details: string
          id: string
          message: string
        }[]
      }
      remember_dialed_answer: { Args: { answer?: string; question: string; tenant: string }; Returns: string }
      remove_second_factor: { Args: { member: string }; Returns: undefined }
      renew_switch_secret: { Args: { switch: string }; Returns: string }
      reopen_opportunity: {
        Args: { expected_version: number; opportunity: string; reason?: string; to_stage: string }
        Returns: undefined
      }
      replace_gateway: {
        Args: {
          delete_after?: boolean
          expected_version?: number
          gateway: string
          most?: number
          replacement?: string
          run?: string
        }
        Returns: number
      }
      repoint: {
        Args: {
          delete_after?: boolean
          expected_version?: number
          target: string
          target_table: string
          tenant?: string
          to_destination?: string
          to_record?: string
        }
        Returns: number
      }
      report_business: { Args: { from_day: string; until_day: string }; Returns: Json }
      report_calls: { Args: { from_day?: string; until_day?: string }; Returns: Json }
      report_hour: { Args: { at_hour: number; from_day?: string; until_day?: string }; Returns: Json }
      report_invoices: {
        Args: {
          age?: string
          charged_in?: string
          customer?: string
          from_day: string
          jurisdiction?: string
          owed?: boolean
          until_day: string
        }
        Returns: Json
      }
      report_subscriptions: { Args: { currency: string; on_day: string; service: string }; Returns: Json }
      require_recent_sign_in: { Args: Record<PropertyKey, never>; Returns: undefined }
      reveal_secret: {
        Args: { field: string; owner: string; owner_table: string; tenant?: string }
        Returns: string
      }
      revert_due_call_flows: { Args: Record<PropertyKey, never>; Returns: number }
      revert_entry: {
        Args: { entry: string; expected_version?: number; tenant?: string }
        Returns: undefined
      }
      revoke_switch_secret: { Args: { switch: string }; Returns: undefined }
      role_list: {
        Args: Record<PropertyKey, never>
        Returns: {
          built_in: boolean
          description: string
          id: string
          label: string
          members: number
          name: string
          permissions: string[]
          second_factor: boolean
          version: number
        }[]
      }
      run_billing_cycle: {
        Args: { even_empty?: boolean; period_start: string; tenant: string }
        Returns: string
      }
      run_won_plan: { Args: { opportunity: string; plan: Json }; Returns: Json }
      save_record: {
        Args: {
          children?: Json
          expected_version: number
          record: string
          record_values: Json
          target_table: string
          tenant: string
        }
        Returns: Json
      }
      save_role: {
        Args: {
          description: string
          expected_version: number
          label?: string
          name: string
          permissions: string[]
          role: string
          second_factor?: boolean
        }
        Returns: {
          built_in: boolean
          created_at: string
          description: string
          id: string
          label: string
          name: string
          second_factor: boolean
          updated_at: string
          version: number
        }
        SetofOptions: {
          from: '*'
          to: 'roles'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      scheduled_agents: { Args: Record<PropertyKey, never>; Returns: Json }
      schema_version: { Args: Record<PropertyKey, never>; Returns: string }
      sealing_keys: { Args: Record<PropertyKey, never>; Returns: string[] }
      seat_history: {
        Args: { tenant: string }
        Returns: {
          actor_email: string
          after: number
          at: string
          before: number
          cap_after: string
          cap_before: string
          id: string
          product: string
        }[]
      }
      second_factor_needed: { Args: Record<PropertyKey, never>; Returns: string }
      secret_fields: {
        Args: { owner: string; tenant?: string }
        Returns: {
          field: string
          replaced_until: string
          set_at: string
        }[]
      }
      secret_kind: { Args: { field: string; owner_table: string }; Returns: string }
      secrets_to_seal: {
        Args: { of_owner?: string; of_tenant?: string; other_than?: string; skipped?: number }
        Returns: {
          field: string
          kind: string
          owner_id: string
          sealed: string
        }[]
      }
      send_mail_again: { Args: { mail: string; seen?: string; tenant: string }; Returns: undefined }
      served_version: { Args: { switch: string; tenant: string }; Returns: number }
      session_list: {
        Args: { member?: string }
        Returns: {
          address: string
          created_at: string
          current: boolean
          id: string
          used_at: string
          user_agent: string
        }[]
      }
      set_e911_state: {
        Args: {
          address?: string
          did: string
          expected_version: number
          reason?: string
          reference?: string
          sent?: Json
          tenant: string
          to_state: string
        }
        Returns: undefined
      }
      set_e911_states: {
        Args: { address?: string; chosen: Json; reason?: string; tenant: string; to_state: string }
        Returns: {
          code: string
          details: string
          id: string
          message: string
        }[]
      }
      set_line_transport: {
        Args: { devices: string[]; run?: string; tenant: string; transport: string }
        Returns: number
      }
      set_missing_voicemail_pins: {
        Args: { pins: Json; run?: string; tenant: string }
        Returns: {
          name: string
          number: string
        }[]
      }
      set_port_order_state: {
        Args: {
          expected_version: number
          foc?: string
          port_order: string
          reason?: string
          to_state: string
        }
        Returns: undefined
      }
      set_seats: {
        Args: {
          cap: string
          expected: number
          expected_cap?: string
          product: string
          purchased: number
          tenant: string
        }
        Returns: undefined
      }
      set_secret: {
        Args: {
          field: string
          owner: string
          owner_table: string
          proof?: string
          sealed: string
          tenant?: string
        }
        Returns: undefined
      }
      set_tenant_status: { Args: { reason?: string; status: string; tenant: string }; Returns: undefined }
      similar_companies: {
        Args: { company: string; name: string; phone?: string; website?: string }
        Returns: {
          company_name: string
          id: string
          kind: string
        }[]
      }
      sip_secrets: { Args: { tenant: string }; Returns: Json }
      stock_levels: {
        Args: Record<PropertyKey, never>
        Returns: {
          deployed: number
          in_stock: number
          minimum: number
          minimum_version: number
          model: string
          ordered: number
          reserved: number
          rma: number
        }[]
      }
      store_check: { Args: { outcome: Json }; Returns: undefined }
      store_dialed_recording: {
        Args: { dialer: string; file: string; greeting?: number; tenant: string }
        Returns: string
      }
      store_fax: {
        Args: {
          data: Json
          object_path: string
          pages: number
          received_at: string
          size_bytes: number
          switch: string
        }
        Returns: boolean
      }
      store_live_calls: {
        Args: { calls: Json; gone: string[]; report: number; run: string; switch: string; whole: boolean }
        Returns: boolean
      }
      store_mail_outcome: {
        Args: { mail: string; problem?: string; refused?: boolean; returned?: boolean }
        Returns: undefined
      }
      store_port_letter: {
        Args: { name: string; path: string; port_order: string; sender: string; size_bytes: number }
        Returns: undefined
      }
      store_sealed: { Args: { changes: Json }; Returns: number }
      store_switch_events: { Args: { entries: Json; outbox: string; switch: string }; Returns: number }
      store_switch_pings: { Args: { pings: Json; switch: string }; Returns: undefined }
      store_voicemail_audio: {
        Args: {
          duration_ms?: number
          message: string
          object_path?: string
          peaks?: number[]
          problem?: string
          size_bytes?: number
          switch: string
        }
        Returns: boolean
      }
      switch_call_flow: {
        Args: {
          expected_version?: number
          flow: string
          revert_at?: string
          tenant: string
          to_state: string
        }
        Returns: Json
      }
      switch_tenant: { Args: { domain?: string; number?: string }; Returns: string }
      take_switch_commands: {
        Args: { address: string; secret_sha256: string; since?: number; switch_name: string }
        Returns: Json
      }
      take_turn: { Args: { holder: string; key: string }; Returns: boolean }
      tenant_call_prices: {
        Args: { numbers: string[]; talk_seconds: number; tenant: string }
        Returns: {
          connect_fee: number
          cost: number
          cost_per_minute: number
          currency: string
          description: string
          number: string
        }[]
      }
      tenant_configuration: { Args: { tenant: string }; Returns: Json }
      tenant_count: {
        Args: {
          only_full?: boolean
          only_problems?: string
          only_status?: string
          only_time_zone?: string
          search?: string
        }
        Returns: number
      }
      tenant_destination_list: { Args: { known?: number; tenant: string }; Returns: Json }
      tenant_destinations: {
        Args: { ids?: string[]; kinds?: string[]; most?: number; tenant: string; words?: string[] }
        Returns: {
          domain: string
          enabled: boolean
          id: string
          kind: string
          name: string
          number: string
        }[]
      }
      tenant_figures: { Args: { tenant: string }; Returns: Json }
      tenant_list: {
        Args: {
          after_id?: string
          after_value?: string
          descending?: boolean
          only_full?: boolean
          only_problems?: string
          only_status?: string
          only_time_zone?: string
          page_size?: number
          search?: string
          sort_by?: string
        }
        Returns: {
          calls_today: number
          company_id: string
          company_name: string
          created_at: string
          devices: number
          dids: number
          domain: string
          errors: number
          extension_limit: number
          extensions: number
          id: string
          sort_value: string
          status: string
          tenant_code: string
          time_zone: string
          warnings: number
        }[]
      }
      tenant_overview: { Args: { tenant: string }; Returns: Json }
      tenant_routing: { Args: { tenant: string }; Returns: Json }
      tenant_seats: {
        Args: { tenant: string }
        Returns: {
          assigned: number
          billed: number
          cap: string
          over: number
          product: string
          purchased: number
          used: number
        }[]
      }
      tenant_setup_steps: {
        Args: { tenant: string }
        Returns: {
          call: boolean
          emergency: boolean
          extensions: boolean
          numbers: boolean
          phones: boolean
          routing: boolean
        }[]
      }
      tenant_snapshot: { Args: { tenant: string }; Returns: Json }
      tenant_time_zones: {
        Args: Record<PropertyKey, never>
        Returns: {
          time_zone: string
        }[]
      }
      tenant_usage: {
        Args: { month: string; tenant: string }
        Returns: {
          billed_seconds: number
          calls: number
          cost: number
          description: string
          prefix: string
          talk_seconds: number
        }[]
      }
      trail_entries: { Args: { entry: string; page_size: number; tenant?: string }; Returns: Json[] }
      trail_page: {
        Args: {
          after_id?: string
          after_value?: string
          descending?: boolean
          did?: string
          from_time: string
          in_section?: string
          page_size?: number
          person?: string
          search?: string
          tenant?: string
          to_time: string
        }
        Returns: Json[]
      }
      trail_people: {
        Args: Record<PropertyKey, never>
        Returns: {
          actor: string
          email: string
        }[]
      }
      undo_change: {
        Args: { again?: string[]; entry: string; run?: string; skipped?: number; tenant?: string }
        Returns: Json
      }
      unused_letter_paths: { Args: Record<PropertyKey, never>; Returns: string[] }
      unused_recording_paths: { Args: { tenant?: string }; Returns: string[] }
      use_counts: {
        Args: { target_table: string; tenant: string }
        Returns: {
          record_id: string
          uses: number
        }[]
      }
      used_by: {
        Args: { target: string; target_table: string; tenant?: string }
        Returns: {
          column_name: string
          goes: string
          label: string
          personal: boolean
          record_id: string
          table_name: string
        }[]
      }
      verify_switch_signature: {
        Args: { message: string; signature: string; switch_name: string; tenant: string }
        Returns: boolean
      }
      view_as: { Args: { role: string }; Returns: undefined }
      void_invoice: { Args: { invoice: string; reason: string; tenant: string }; Returns: undefined }
      won_plan: { Args: { opportunity: string }; Returns: Json }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
