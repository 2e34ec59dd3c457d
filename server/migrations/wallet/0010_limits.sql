CREATE TABLE "known_receivers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"chain_id" text NOT NULL,
	"address" text NOT NULL,
	"sealed_name" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "known_receivers_userId_chainId_address_unique" UNIQUE("user_id","chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "spending_limits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" text NOT NULL,
	"host" text NOT NULL,
	"chain_id" text NOT NULL,
	"token" text NOT NULL,
	"per_day" numeric(78, 0) NOT NULL,
	"day" integer NOT NULL,
	"spent" numeric(78, 0) NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "spending_limits_userId_projectId_host_unique" UNIQUE("user_id","project_id","host")
);
--> statement-breakpoint
ALTER TABLE "known_receivers" ADD CONSTRAINT "known_receivers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spending_limits" ADD CONSTRAINT "spending_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;