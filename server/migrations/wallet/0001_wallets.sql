CREATE TABLE "flows" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"request" jsonb NOT NULL,
	"result" jsonb,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet_id" uuid NOT NULL,
	"type" text NOT NULL,
	"epoch" integer NOT NULL,
	"label" text NOT NULL,
	"credential_id" text,
	"confirmed" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	"session_id" uuid NOT NULL,
	"thumbprint" text NOT NULL,
	"sealed_share" text,
	"wrapped_iv" text,
	"wrapped_data" text
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"status" text NOT NULL,
	"eip155" text NOT NULL,
	"solana" text NOT NULL,
	"proof_eip155" text NOT NULL,
	"proof_solana" text NOT NULL,
	"vault_iv" text NOT NULL,
	"vault_data" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "wallets_userId_unique" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "flows" ADD CONSTRAINT "flows_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_sets" ADD CONSTRAINT "key_sets_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flows_ends_at_index" ON "flows" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "flows_session_id_index" ON "flows" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "key_sets_wallet_id_index" ON "key_sets" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "key_sets_session_id_index" ON "key_sets" USING btree ("session_id");