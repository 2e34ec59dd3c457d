CREATE TABLE "clients" (
	"user_id" uuid NOT NULL,
	"thumbprint" text NOT NULL,
	"recognised_until" bigint NOT NULL,
	CONSTRAINT "clients_user_id_thumbprint_pk" PRIMARY KEY("user_id","thumbprint")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"sealed_address" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "identities_provider_issuer_subject_unique" UNIQUE("provider","issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"at" bigint NOT NULL,
	"user_id" uuid,
	"session_id" uuid
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address_mac" text NOT NULL,
	"sealed_address" text NOT NULL,
	"thumbprint" text NOT NULL,
	"project_id" text NOT NULL,
	"host" text NOT NULL,
	"locale" text NOT NULL,
	"browser" text NOT NULL,
	"place" text NOT NULL,
	"created_at" bigint NOT NULL,
	"state" text NOT NULL,
	"resend_at" bigint NOT NULL,
	"match_number" text,
	"numbers" text,
	"link_hash" text,
	"link_ends_at" bigint NOT NULL,
	"code_mac" text,
	"code_ends_at" bigint NOT NULL,
	"code_kind" text NOT NULL,
	"tries" integer NOT NULL,
	CONSTRAINT "challenges_linkHash_unique" UNIQUE("link_hash")
);
--> statement-breakpoint
CREATE TABLE "counts" (
	"key" text NOT NULL,
	"ends_at" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "counts_key_ends_at_pk" PRIMARY KEY("key","ends_at")
);
--> statement-breakpoint
CREATE TABLE "mailboxes" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"frozen_until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proofs" (
	"hash" text PRIMARY KEY NOT NULL,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"thumbprint" text NOT NULL,
	"project_id" text NOT NULL,
	"host" text NOT NULL,
	"browser" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL,
	"auth_time" bigint NOT NULL,
	"ends_at" bigint NOT NULL,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"ends_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_user_id_at_index" ON "events" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "events_at_index" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "challenges_address_mac_thumbprint_index" ON "challenges" USING btree ("address_mac","thumbprint");--> statement-breakpoint
CREATE INDEX "challenges_created_at_index" ON "challenges" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "counts_ends_at_index" ON "counts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "proofs_ends_at_index" ON "proofs" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tokens_session_id_index" ON "tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "tokens_ends_at_index" ON "tokens" USING btree ("ends_at");