CREATE TABLE "delay_rules" (
	"wallet_id" uuid NOT NULL,
	"owner_hash" text NOT NULL,
	"address_mac" text NOT NULL,
	"version" integer NOT NULL,
	"ways" text NOT NULL,
	"full_until" bigint NOT NULL,
	CONSTRAINT "delay_rules_wallet_id_owner_hash_pk" PRIMARY KEY("wallet_id","owner_hash")
);
--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "released_at" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "created_at" bigint DEFAULT 0 NOT NULL;