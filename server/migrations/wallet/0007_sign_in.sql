CREATE TABLE "signed_out_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "signed_out_sessions_ends_at_index" ON "signed_out_sessions" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "used_nonces_ends_at_index" ON "used_nonces" USING btree ("ends_at");